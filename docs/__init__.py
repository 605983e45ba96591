"""The documentation: its pages, what generates the others, and what checks the site."""
