"""The commands of `iquazu`, one module each. Installed as `iquazu_notation.cli`."""
