"""Games whose heaps are games by themselves: values of heaps and their nim-sum."""
