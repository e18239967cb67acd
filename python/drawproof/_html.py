"""What results in notebooks are made of. Everything that comes from outside is escaped."""

from __future__ import annotations

from html import escape

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


def row(name: str, part: int, whole: int, color: str) -> str:
    """A row of a table: a part of a whole as a number and as a bar."""
    return (
        f'<tr><td style="text-align:left">{escape(name)}</td><td>{part:,}</td>'
        f"<td>{_bar(part, whole, color)}</td></tr>"
    )


def beside_board(fen: str, rows: list[str]) -> str:
    """A board, and lines beside it, which are not escaped."""
    lines = "".join(f"<div>{row}</div>" for row in rows)
    return (
        f'<div style="display:flex;gap:1em;flex-wrap:wrap"><figure style="margin:.5em">{board_svg(fen)}'
        f"<figcaption><code>{escape(fen)}</code></figcaption></figure><div>{lines}</div></div>"
    )
