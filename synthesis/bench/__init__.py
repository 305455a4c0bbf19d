"""Speed, latency and memory on this machine, printed and stored with machine and commit."""
