import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { start } from './start';
import { StartRefused } from './platform/start-refused';

const webFolder = join(dirname(fileURLToPath(import.meta.url)), '..', 'web');

const starting = start(process.env, webFolder, process.argv.slice(2));
// Listened for from the first moment: a signal in the middle of the start waits for its end and then closes in order.
stopOn('SIGTERM', async () => (await starting).stop());
stopOn('SIGINT', async () => (await starting).stop());
try {
  await starting;
} catch (error) {
  // A refusal explains itself; anything else is a fault, and its trace helps to find it.
  console.error(error instanceof StartRefused ? error.message : error);
  process.exit(1);
}

/** The first signal closes in order; a second one does not wait. */
function stopOn(signal: 'SIGTERM' | 'SIGINT', stop: () => Promise<void>): void {
  process.once(signal, () => {
    process.once(signal, () => process.exit(130));
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
}
