"""What one address can do to the others: attacks on a server or on the nginx of ``deploy/``."""
