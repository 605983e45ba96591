"""Side-by-side measurements of cardcore, its reference and its peers."""
