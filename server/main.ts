import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { start } from './start';
import { StartRefused } from './platform/start-refused';

const webFolder = join(dirname(fileURLToPath(import.meta.url)), '..', 'web');

try {
  const running = await start(process.env, webFolder);
  stopOn('SIGTERM', running.stop);
  stopOn('SIGINT', running.stop);
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
