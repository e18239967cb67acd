//! The fixed text of C and C++ files.

pub const INCLUDE_C: &str = "\
#define DRAWPROOF_TABLES_IMPLEMENTATION
#define DRAWPROOF_RULES_IMPLEMENTATION
#include \"exported.h\"";

pub const INCLUDE_CPP: &str = "\
#define DRAWPROOF_RULES_IMPLEMENTATION
#include \"exported.hpp\"";

/// Around the declarations of rules in a header.
pub const GUARD: [&[&str]; 2] = [
    &["#ifndef DRAWPROOF_RULES_H", "#define DRAWPROOF_RULES_H", ""],
    &["", "#endif"],
];

/// Before the declarations of rules in a header with its code, between them and the code, and
/// after it.
pub const HEADER: [&[&str]; 3] = [
    &[
        "// In one file of the program, before this header is included:",
        "// #define DRAWPROOF_RULES_IMPLEMENTATION",
        "",
    ],
    &[
        "",
        "#if defined(DRAWPROOF_RULES_IMPLEMENTATION) && !defined(DRAWPROOF_RULES_ARE_HERE)",
        "#define DRAWPROOF_RULES_ARE_HERE",
    ],
    &["", "#endif"],
];

/// Reads questions and writes answers.
pub const MAIN: &str = "\
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

INCLUDE
FUNCTIONS

int main(void)
{
    unsigned char bytes[80];
    while (fread(bytes, sizeof bytes, 1, stdin) == 1) {
        uint64_t words[10];
        for (int at = 0; at < 10; at++) {
            words[at] = 0;
            for (int byte = 7; byte >= 0; byte--) {
                words[at] = words[at] << 8 | bytes[8 * at + byte];
            }
        }
        for (uint32_t last = 0; last < 64; last++) {
            if ((words[9] >> last & 1) != 0) {
                const int32_t said = dp_said(words[0], words[1], words[2], words[3], words[4],
                    words[5], words[6], words[7], words[8], last);
                putchar(said & 255);
                putchar(said >> 8 & 255);
            }
        }
        if (words[9] == 0 && fflush(stdout) != 0) {
            return 2;
        }
    }
    return 0;
}
";

pub const BEGIN_C: [&str; 6] = [
    "#include <stdbool.h>",
    "#include <stdint.h>",
    "",
    "#ifdef __cplusplus",
    "extern \"C\" {",
    "#endif",
];

pub const END_C: [&str; 4] = ["", "#ifdef __cplusplus", "}", "#endif"];

pub const BEGIN_CPP: [&str; 3] = ["#include <stdint.h>", "", "namespace drawproof {"];

pub const END_CPP: [&str; 2] = ["", "} // namespace drawproof"];

/// Helpers of rules that C calls instead of inlining them: rules ask them so often that copies
/// make a fifth to a half of the code, and are no faster.
pub const APART: [&str; 8] = [
    "distance",
    "manhattan",
    "edge_distance",
    "corner_distance",
    "rook_attacks",
    "bishop_attacks",
    "line",
    "between",
];

pub const APART_C: [&str; 7] = [
    "",
    "// What is called from many places and would make the code large.",
    "#if defined(__GNUC__)",
    "#define DP_APART __attribute__((noinline))",
    "#else",
    "#define DP_APART",
    "#endif",
];

/// Before functions whose size matters most.
pub const SMALL_C: [&str; 7] = [
    "",
    "// What decision trees ask: compiled for size, not for speed.",
    "#if defined(__GNUC__)",
    "#define DP_SMALL __attribute__((cold))",
    "#else",
    "#define DP_SMALL",
    "#endif",
];

/// A header of C: its name is followed by the heading of the file.
pub const FRAME_C: &str = "\
//
// In one file of the program, before this header is included:
// #define DRAWPROOF_TABLES_IMPLEMENTATION

#ifndef DRAWPROOF_TABLES_H
#define DRAWPROOF_TABLES_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern \"C\" {
#endif

DECLARED

#ifdef __cplusplus
}
#endif

#endif

#if defined(DRAWPROOF_TABLES_IMPLEMENTATION) && !defined(DRAWPROOF_TABLES_ARE_HERE)
#define DRAWPROOF_TABLES_ARE_HERE

PROBER
DEFINED

#endif
";

pub const FRAME_CPP: &str = "
#ifndef DRAWPROOF_TABLES_HPP
#define DRAWPROOF_TABLES_HPP

#include <cstdint>

namespace drawproof {

using std::int32_t;
using std::uint32_t;
using std::uint64_t;

DECLARED

namespace tables {

PROBER

} // namespace tables
DEFINED

} // namespace drawproof

#endif
";

pub const COUNT: &str = "\
{
#if defined(__GNUC__) && (defined(__POPCNT__) || defined(__aarch64__))
    return __builtin_popcountll(set);
#else
    set -= set >> 1 & UINT64_C(0x5555555555555555);
    set = (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
    set = (set + (set >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (int32_t)(set * UINT64_C(0x0101010101010101) >> 56);
#endif
}";

pub const FIRST: &str = "\
{
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(set);
#else
    return (unsigned)dp_count((set & (0 - set)) - 1);
#endif
}";

pub const FROM_HIGHEST: &str = "\
{
#if defined(__GNUC__)
    return ~UINT64_C(0) << (63 - __builtin_clzll(set | 1));
#else
    set |= set >> 1;
    set |= set >> 2;
    set |= set >> 4;
    set |= set >> 8;
    set |= set >> 16;
    set |= set >> 32;
    return ~(set >> 1);
#endif
}";

/// Words that mean something in C or C++.
pub const RESERVED: &str = "
    alignas alignof and and_eq asm assert atomic auto bit_cast bitand bitor bool break case catch
    char char16_t char32_t char8_t class co_await co_return co_yield compl concept const const_cast
    consteval constexpr constinit continue decltype default delete do double dynamic_cast else
    enum explicit export extern false float for friend goto if inline int int16_t int32_t int8_t
    linux long mutable namespace new noexcept not not_eq nullptr operator or or_eq private
    protected public register reinterpret_cast requires restrict return short signed sizeof static
    static_assert static_cast struct switch template this thread_local throw true try typedef
    typeid typename typeof uint64_t union unix unsigned using virtual void volatile wchar_t while
    xor xor_eq";

#[cfg(test)]
mod tests {
    use super::APART;

    #[test]
    fn what_is_called_apart_is_a_helper() {
        let helpers = crate::source::helper_names();
        for name in APART {
            assert!(helpers.contains(name), "{name}");
        }
    }
}
