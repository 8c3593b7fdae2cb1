import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { start } from './start';
import { stopOnSignals } from './stop-on';
import { StartRefused } from './platform/start-refused';

const webFolder = join(dirname(fileURLToPath(import.meta.url)), '..', 'web');

const starting = start(process.env, webFolder, process.argv.slice(2));
// Handles signals from the first moment: one during the start waits until it is done, then shuts down in order.
const signalled = stopOnSignals({
  stop: async () => (await starting).stop(),
  exit: code => process.exit(code),
});
process.on('SIGTERM', signalled);
process.on('SIGINT', signalled);
try {
  await starting;
} catch (error) {
  // A refusal explains itself; anything else is a bug, and needs its stack trace.
  console.error(error instanceof StartRefused ? error.message : error);
  process.exit(1);
}
