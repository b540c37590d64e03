"""The full screen. Only this folder needs Textual."""
