import type { Running } from './start';
import { stopOnSignals } from './stop-on';

/**
 * Waits for a start. Signals are handled from the first moment: one during the start waits until it is done, then shuts
 * down in order.
 */
export async function runUntilStopped(starting: Promise<Running>): Promise<void> {
  const signalled = stopOnSignals({
    stop: async () => (await starting).stop(),
    exit: code => process.exit(code),
  });
  process.on('SIGTERM', signalled);
  process.on('SIGINT', signalled);
  await starting;
}
