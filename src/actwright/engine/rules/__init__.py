"""What the `rules` policy is made of: it reads a page and a task, and proposes actions without a model."""
