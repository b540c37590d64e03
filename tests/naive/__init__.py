"""A second, deliberately naive rules engine; used only in tests."""
