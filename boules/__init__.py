"""Jeu de boules: a hidden jack on 20 x 20 squares (docs/rules/boules.md)."""
