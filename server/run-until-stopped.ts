import { outliveErrors } from './outlive-errors';
import type { Running } from './start';
import { stopOnSignals } from './stop-on';

/**
 * Waits for a start. Signals are handled from the first moment: one during the start waits until it is done, then shuts
 * down in order. A process whose database was upgraded by another version stops by itself, with exit code 1.
 */
export async function runUntilStopped(starting: Promise<Running>): Promise<void> {
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    const running = await starting;
    await (stopped ??= running.stop());
  };
  const signalled = stopOnSignals({ stop, exit: code => process.exit(code) });
  process.on('SIGTERM', signalled);
  process.on('SIGINT', signalled);
  const { outdated, log } = await starting;
  outliveErrors(log);
  void outdated.then(stop).then(
    () => process.exit(1),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
}
