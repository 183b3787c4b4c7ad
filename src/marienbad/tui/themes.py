"""Two themes: a salon at night and paper; any other theme of Textual can be chosen too."""

from textual.theme import Theme

NIGHT = Theme(
    name="marienbad-night",
    primary="#e2604f",
    accent="#e2604f",
    foreground="#ece4d3",
    background="#15120e",
    surface="#1e1a15",
    panel="#2a251e",
    dark=True,
    variables={"wood": "#d2b48c", "faint": "#8d8271", "footer-key-foreground": "#e2604f"},
)
PAPER = Theme(
    name="marienbad-paper",
    primary="#a92b22",
    accent="#a92b22",
    foreground="#2b251e",
    background="#fdfbf5",
    surface="#f5efe0",
    panel="#ebe2cd",
    dark=False,
    variables={"wood": "#8f6a3a", "faint": "#7d7365", "footer-key-foreground": "#a92b22"},
)
DEFAULTS = {"wood": "#b08d57", "faint": "#808080"}
"""What a theme that is not ours lacks."""
