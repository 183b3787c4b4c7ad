"""What every call shares: errors, language, limits, metrics, headers."""
