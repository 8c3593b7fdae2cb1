import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureStartable } from './ensure-startable';
import { readConfig } from './platform/config';
import { StartRefused } from './platform/start-refused';
import { runUntilStopped } from './run-until-stopped';
import { start } from './start';
import { discardTrainingCopy, ensureTrainingCopy, trainingEnvironment } from './training-copy';

const usage = `Usage: npm run training               serves the training copy, and makes it if there is none
       npm run training -- --renew    replaces it with a new copy of the current data
       npm run training -- --discard  deletes it`;

/** The command `npm run training`: serves a copy of the business on its own port (decision 125). */
async function main(options: readonly string[]): Promise<void> {
  const [option, ...others] = options;
  if (others.length > 0 || ![undefined, '--renew', '--discard'].includes(option))
    throw new StartRefused(usage);
  const config = readConfig(process.env);
  const say = (line: string) => console.log(line);
  if (option === '--discard') {
    await discardTrainingCopy(config);
    say('The training copy is deleted.');
    return;
  }
  const training = await ensureTrainingCopy(config, {
    isRenewed: option === '--renew',
    clock: () => new Date(),
    say,
  });
  const environment = trainingEnvironment(config);
  await ensureStartable(environment);
  const webFolder = join(dirname(fileURLToPath(import.meta.url)), '..', 'web');
  await runUntilStopped(start(environment, webFolder, {}, training));
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof StartRefused ? error.message : error);
  process.exit(1);
}
