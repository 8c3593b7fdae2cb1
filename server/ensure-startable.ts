import { ensurePortIsFree } from './listen';
import { readConfig } from './platform/config';
import { prepareDataDirectory } from './platform/database/embedded/data-directory';

/**
 * Throws StartRefused for what can be known in a moment: a wrong setting, a port in use, a data directory that cannot be
 * made. It comes before the rest of the program, which takes more than a second to load (F108).
 */
export async function ensureStartable(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(env);
  await ensurePortIsFree(config);
  if (config.databaseUrl === null) prepareDataDirectory(config.dataDir);
}
