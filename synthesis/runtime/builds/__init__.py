"""Builders of the files the engines load, from the weights inside installed packages. They alone may use torch."""
