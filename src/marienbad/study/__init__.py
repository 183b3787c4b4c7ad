"""What is made of many answers: tables, boards, chances, pictures, descriptions, sweeps."""
