import pg from 'pg';
import type { Connection } from '../server/platform/database/open-database';
import { report } from './report';
import { type ServerProcess, startServer } from './server-process';
import { ratesOf } from './tills';

/** What PostgreSQL is told of commits. The last one may lose sales, and only shows what waiting for the disk costs. */
const ways: Readonly<Record<string, string>> = {
  'as set': '',
  'one wait shared within 0.2 ms': '-c commit_delay=200 -c commit_siblings=2',
  'one wait shared within 1 ms': '-c commit_delay=1000 -c commit_siblings=2',
  'without waiting for the disk': '-c synchronous_commit=off',
};

type Database = { readonly connection: Connection; readonly superuser: Connection };

/** Eight tills that sell, with each way to commit. */
export async function measureCommits(
  env: Record<string, string>,
  { connection, superuser }: Database,
  { token, sales }: { readonly token: string; readonly sales: number },
): Promise<void> {
  const servers: ServerProcess[] = [];
  const owner = await connect(superuser);
  try {
    // Otherwise only a superuser may set it.
    await owner.query('grant set on parameter commit_delay to public');
    const setups = [];
    for (const [name, options] of Object.entries(ways)) {
      const server = await startServer('product', {
        ...env,
        BENCH_CONNECTION: JSON.stringify({ ...connection, options }),
      });
      servers.push(server);
      setups.push({ name, servers: [server] });
    }
    for (const [name, value] of await ratesOf(setups, token, sales))
      report({
        name: 'eight tills, ways to commit',
        figure: name,
        unit: 'sales/s',
        value,
        target: '',
        met: true,
      });
  } finally {
    for (const server of servers) await server.stop();
    await owner.query('revoke set on parameter commit_delay from public');
    await owner.end();
  }
}

async function connect(superuser: Connection): Promise<pg.Client> {
  const client = new pg.Client(superuser);
  await client.connect();
  return client;
}
