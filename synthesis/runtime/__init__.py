"""Sessions, devices and model files."""
