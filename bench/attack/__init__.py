"""What one address can do to the others: attacks on a server, and what another's moves suffer.

Attacks by questions meet the bare server; those on connections, and those that ask more than an
address may, meet the nginx of ``deploy/`` before it. Each does its worst while somebody else plays
at another address.
"""
