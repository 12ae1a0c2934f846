"""What a model may do in a browser: one file per subject, each tool a class whose fields are its parameters."""
