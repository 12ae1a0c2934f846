"""What a run may do: rules, authorization of actions, and confirmation."""
