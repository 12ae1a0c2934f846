"""Values by reference: data, secrets, masking and receipts."""
