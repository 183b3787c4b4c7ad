// What the heaps are called.

export const NAMES = ["x", "y", "z", "w", "v", "u", "t", "s"];
