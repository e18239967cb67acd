"""Results in notebooks. Everything that comes from outside is escaped."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._explain import Explanation, RuleTold
    from ._helpmate import Mater, Mates
    from ._mine import Mined
    from ._verify import Verdict

_MEN = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟"))
_SIDE = 20


def board_svg(fen: str) -> str:
    """A small board; empty squares for what is no FEN."""
    cells = []
    rows = fen.split(" ")[0].split("/")[:8]
    for rank in range(8):
        for file in range(8):
            color = "#eeeed2" if (rank + file) % 2 == 0 else "#b5c79a"
            x, y = file * _SIDE, rank * _SIDE
            cells.append(f'<rect x="{x}" y="{y}" width="{_SIDE}" height="{_SIDE}" fill="{color}"/>')
    for rank, row in enumerate(rows):
        file = 0
        for letter in row:
            if letter in "12345678":
                file += int(letter)
                continue
            if letter in _MEN and file < 8:
                x, y = file * _SIDE + _SIDE // 2, rank * _SIDE + _SIDE - 4
                cells.append(
                    f'<text x="{x}" y="{y}" font-size="{_SIDE - 3}" text-anchor="middle">{_MEN[letter]}</text>'
                )
            file += 1
    size = 8 * _SIDE
    label = escape(fen, quote=True)
    return (
        f'<svg width="{size}" height="{size}" viewBox="0 0 {size} {size}" role="img" '
        f'aria-label="{label}"><title>{label}</title>{"".join(cells)}</svg>'
    )


def _bar(part: int, whole: int, color: str) -> str:
    percent = 100 * part / whole if whole else 0
    return (
        '<div style="width:12em;background:#8883"><div style="height:.8em;'
        f'width:{percent:.2f}%;background:{color}"></div></div>'
    )


def _row(name: str, part: int, whole: int, color: str) -> str:
    return (
        f'<tr><td style="text-align:left">{escape(name)}</td><td>{part:,}</td>'
        f"<td>{_bar(part, whole, color)}</td></tr>"
    )


def verdict_html(verdict: Verdict) -> str:
    """A verdict: counts with bars, rules, and boards of the first counterexamples."""
    word = "proven" if verdict.is_proven else "refuted"
    rows = [
        _row("draws spotted", verdict.spotted, verdict.draws, "#4a4"),
        _row("draws missed", verdict.missed, verdict.draws, "#aa4"),
        _row("incorrect claims", verdict.incorrect, verdict.positions, "#c44"),
        _row("all positions", verdict.positions, verdict.positions, "#888"),
    ]
    boards = "".join(
        f'<figure style="display:inline-block;margin:.5em">{board_svg(of.fen)}'
        f"<figcaption><code>{escape(of.fen)}</code><br>truth: {escape(of.truth)}"
        f"{'<br>rule: ' + escape(of.rule) if of.rule else ''}</figcaption></figure>"
        for of in verdict.counterexamples
    )
    return (
        f"<div><b>{escape(verdict.material)}</b>, {escape(verdict.source)}: <b>{word}</b>"
        f"<table>{''.join(rows)}</table>{boards}</div>"
    )


def mined_html(mined: Mined) -> str:
    """Mined rules: their verdict, size and control, and the text folded away."""
    control = mined.control
    fault = f"control: {escape(control.change)}: {control.incorrect:,} incorrect claims<br>" if control else ""
    return (
        f"{verdict_html(mined.verdict)}<div>{escape(mined.form)}: {mined.rules:,} rules, "
        f"{mined.conditions:,} conditions, {mined.bytes:,} bytes, about {mined.nanoseconds:.0f} ns "
        f"a call (estimated)<br>{fault}<details><summary>the rules</summary>"
        f"<pre>{escape(mined.text)}</pre></details></div>"
    )


def explanation_html(of: Explanation) -> str:
    """A board, the value, the rule that speaks, and what others lack."""
    value = {1: "win", 0: "draw", -1: "loss"}[of.value.wdl]
    plies = "" if of.value.dtm is None else f", mate in {of.value.dtm} plies"
    rows = [f"<b>{value}</b>{plies} for the side to move ({escape(of.oracle)})"]
    if of.no_rules is not None:
        rows.append(f"rules: {escape(of.no_rules)}")
    else:
        verdict = (of.verdict or "").replace("_", " ")
        rows.append(f"{escape(of.rules_from or '')}: {escape(of.claim or 'no claim')}, {escape(verdict)}")
    if of.rule is not None:
        rows.append(_rule_html(of.rule))
    if of.nearest:
        rows.append(f"{of.not_holding:,} rules do not hold, the nearest first:")
        rows += [_rule_html(rule) for rule in of.nearest]
    rows.append(f"best play: {escape(' '.join(of.line))}")
    return _beside_board(of.fen, rows)


def _rule_html(rule: RuleTold) -> str:
    conditions = "".join(
        f"<li>{'✓' if of.holds else '✗'} <code>{escape(of.text)}</code>"
        f"{''.join(f'<br>{escape(fact.text)}: {escape(fact.found)}' for fact in of.facts if fact.found)}</li>"
        for of in rule.conditions
    )
    return (
        f"<b>{escape(rule.kind)} “{escape(rule.name)}”</b> (rule {rule.number}): {escape(rule.reason)}"
        f'<ul style="list-style:none">{conditions}</ul>'
    )


def mates_html(of: Mates) -> str:
    """A board, and what each side can still do."""
    rows = [_mater_html("White", of.white), _mater_html("Black", of.black)]
    if of.is_dead:
        rows.append("<b>the position is dead: the game is drawn</b>")
    return _beside_board(of.fen, rows)


def _mater_html(name: str, of: Mater) -> str:
    if not of.can_mate:
        return f"{name} cannot mate"
    if of.plies is None:
        return f"{name} can still mate"
    return f"{name} can still mate, with help in {of.plies} plies: {escape(' '.join(of.line))}"


def _beside_board(fen: str, rows: list[str]) -> str:
    lines = "".join(f"<div>{row}</div>" for row in rows)
    return (
        f'<div style="display:flex;gap:1em;flex-wrap:wrap"><figure style="margin:.5em">{board_svg(fen)}'
        f"<figcaption><code>{escape(fen)}</code></figcaption></figure><div>{lines}</div></div>"
    )
