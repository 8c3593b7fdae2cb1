import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureStartable } from './ensure-startable';
import { StartRefused } from './platform/start-refused';
import { runUntilStopped } from './run-until-stopped';
import type { Running } from './start';
import { readStartOptions } from './start-options';

const webFolder = join(dirname(fileURLToPath(import.meta.url)), '..', 'web');

async function startHere(): Promise<Running> {
  const options = readStartOptions(process.argv.slice(2));
  await ensureStartable(process.env);
  const { start } = await import('./start');
  return start(process.env, webFolder, options);
}

try {
  await runUntilStopped(startHere());
} catch (error) {
  // A refusal explains itself; anything else is a bug, and needs its stack trace.
  console.error(error instanceof StartRefused ? error.message : error);
  process.exit(1);
}
