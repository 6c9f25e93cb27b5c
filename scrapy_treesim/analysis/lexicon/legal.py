"""Words of copyright lines, imprints and consent dialogs."""

from typing import Final

LEGAL: Final = """
    copyright rights reserved privacy terms policy cookie cookies disclaimer imprint impressum
    datenschutz agb confidentialité mentions privacidad derechos reservados diritti riservati alle
    rechte inc ltd llc trademark trademarks gdpr consent accept 版权 所有 备案 许可 声明 转载 免责
    著作 権
"""
"""Words of copyright lines, imprints and consent dialogs."""
