// Nothing: what a process costs by itself.
