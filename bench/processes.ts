import { report } from './report';
import { type ServerProcess, startServer } from './server-process';
import { ratesOf } from './tills';

const counts = [1, 2, 4] as const;

/** Eight tills that sell through one, two and four processes of the product on one database. */
export async function measureProcesses(
  env: Record<string, string>,
  { token, sales }: { readonly token: string; readonly sales: number },
): Promise<void> {
  const servers: ServerProcess[] = [];
  try {
    for (let started = 0; started < Math.max(...counts); started++)
      servers.push(await startServer('product', env));
    const setups = counts.map(count => ({
      name: count === 1 ? '1 process' : `${count} processes`,
      servers: servers.slice(0, count),
    }));
    for (const [name, value] of await ratesOf(setups, token, sales))
      report({
        name: 'eight tills, several processes',
        figure: name,
        unit: 'sales/s',
        value,
        target: '',
        met: true,
      });
  } finally {
    for (const server of servers) await server.stop();
  }
}
