import { setTimeout as pause } from 'node:timers/promises';
import { isUnderWay, type ImportState } from '#domain/imports/import.contract';
import { freePort, spawnCounterfoil } from '../tests/support/counterfoil-process';
import { report } from './report';

type Import = {
  readonly id: number;
  readonly state: ImportState;
  readonly mapping: object;
  readonly counts: { readonly new: number };
};

/** How long a file of so many suppliers takes on the running product: to read and try out, and to import. */
export async function measureImport(dataDir: string, token: string, rows: number): Promise<void> {
  console.log(`Importing ${rows.toLocaleString('en-GB')} rows…`);
  const port = String(await freePort());
  const counterfoil = spawnCounterfoil({
    DATA_DIR: dataDir,
    PORT: port,
    HOST: '127.0.0.1',
    NODE_ENV: 'production',
  });
  try {
    await counterfoil.ready();
    const api = apiAt(`http://127.0.0.1:${port}/api/imports`, token);
    const from = performance.now();
    const read = await api.settled(await api.ask('', suppliersFile(rows)));
    const checked = await api.settled(await api.ask(`/${read.id}/check`, { mapping: read.mapping }));
    const checkedAt = performance.now();
    if (checked.counts.new !== rows)
      throw new Error(`Only ${checked.counts.new} of ${rows} rows were accepted`);
    const done = await api.settled(await api.ask(`/${read.id}/commit`, {}));
    if (done.state !== 'done') throw new Error(`The import ended as ${done.state}`);
    reportSeconds(rows, 'read and tried out', checkedAt - from);
    reportSeconds(rows, 'imported', performance.now() - checkedAt);
  } finally {
    counterfoil.signal('SIGTERM');
    await counterfoil.ended();
  }
}

function reportSeconds(rows: number, figure: string, ms: number): void {
  const name = `import of ${rows.toLocaleString('en-GB')} rows`;
  report({ name, figure, unit: 's', value: ms / 1000, target: 'at most 60', met: ms <= 60_000 });
}

function suppliersFile(rows: number): FormData {
  const address = 'Unit 4, The Old Brewery, 17 Long Street, Little Marlow, Buckinghamshire';
  const lines = Array.from(
    { length: rows },
    (_, n) => `Imported supplier ${n},sales${n}@imported${n}.example,020 7946 ${n},"${address} ${n}"`,
  );
  const form = new FormData();
  form.set('kind', 'suppliers');
  form.set(
    'file',
    new Blob([['Name,Email,Phone,Address', ...lines].join('\n')], { type: 'text/csv' }),
    'many.csv',
  );
  return form;
}

function apiAt(address: string, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const answered = async (answer: Response): Promise<Import> => {
    if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Import;
  };
  return {
    ask: async (path: string, body: FormData | object) =>
      answered(
        await fetch(address + path, {
          method: 'POST',
          ...(body instanceof FormData
            ? { headers, body }
            : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }),
        }),
      ),
    /** Asks as often as the page does, until the step under way is over. */
    settled: async (started: Import) => {
      let now = started;
      while (isUnderWay(now.state)) {
        await pause(200);
        now = await answered(await fetch(`${address}/${started.id}`, { headers }));
      }
      return now;
    },
  };
}
