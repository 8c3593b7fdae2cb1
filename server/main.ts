import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartRefused } from './platform/start-refused';
import { runUntilStopped } from './run-until-stopped';
import { start } from './start';

const webFolder = join(dirname(fileURLToPath(import.meta.url)), '..', 'web');

try {
  await runUntilStopped(start(process.env, webFolder, process.argv.slice(2)));
} catch (error) {
  // A refusal explains itself; anything else is a bug, and needs its stack trace.
  console.error(error instanceof StartRefused ? error.message : error);
  process.exit(1);
}
