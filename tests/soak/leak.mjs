// Loaded before Counterfoil by a test of the soak: a signal makes the process leak.
import { openSync } from 'node:fs';

process.on('SIGUSR2', () => {
  setInterval(() => {
    openSync('/dev/null');
    setTimeout(() => {}, 600_000);
  }, 20).unref();
});
