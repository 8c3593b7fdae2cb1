import { openServer } from './open-server';
import { allInvariants } from './invariants';
import { runCheck } from './kernel/verifier';
import { prepareDatabase } from './prepare-database';
import { readConfig } from './platform/config';
import { openDatabase, openPool } from './platform/database/open-database';
import { StartRefused } from './platform/start-refused';

/**
 * The command `npm run verify`: runs every check of the books, prints what it compared, and returns whether all passed.
 * With the embedded database the product must be stopped.
 */
async function verify(env: NodeJS.ProcessEnv): Promise<boolean> {
  const opened: (() => Promise<void>)[] = [];
  try {
    const config = readConfig(env);
    const server = await openServer(config, close => opened.push(close));
    await prepareDatabase(server, config, { skipRehearsal: false, fill: async () => undefined });
    const db = openDatabase(openPool(server.runtime, 2, { unhurried: true }));
    opened.push(() => db.destroy());
    const { holds, results } = await runCheck(db, allInvariants, () => new Date(), null);
    for (const { id, title, compared, breaches } of results) {
      const result = breaches.length === 0 ? 'passed' : 'FAILED';
      console.log(`${id.padEnd(4)}${title} (${compared.toLocaleString('en-GB')} compared): ${result}`);
      for (const { what } of breaches) console.log(`      ${what}`);
    }
    console.log(holds ? 'All checks passed.' : 'Some checks failed.');
    return holds;
  } finally {
    for (const close of opened.reverse()) await close();
  }
}

try {
  if (process.argv.length > 2) throw new StartRefused('Usage: npm run verify');
  process.exitCode = (await verify(process.env)) ? 0 : 1;
} catch (error) {
  console.error(error instanceof StartRefused ? error.message : error);
  process.exitCode = 1;
}
