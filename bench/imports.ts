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

export type ImportSizes = { readonly suppliers: number; readonly historyLines: number };

/** The duration of imports on the running product: suppliers row by row, and a sales history document by document. */
export async function measureImports(dataDir: string, token: string, sizes: ImportSizes): Promise<void> {
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
    await measureFile(api, {
      name: `import of ${sizes.suppliers.toLocaleString('en-GB')} rows`,
      form: suppliersFile(sizes.suppliers),
      rows: sizes.suppliers,
      maxSeconds: 60,
    });
    await measureFile(api, {
      name: `sales history of ${sizes.historyLines.toLocaleString('en-GB')} lines`,
      form: historyFile(sizes.historyLines),
      rows: sizes.historyLines,
      // Ten minutes for half a year of a busy shop, proportionally less for less, with a minimum for the start.
      maxSeconds: Math.max(60, Math.ceil((600 * sizes.historyLines) / 209_029)),
    });
  } finally {
    counterfoil.signal('SIGTERM');
    await counterfoil.ended();
  }
}

type Measured = {
  readonly name: string;
  readonly form: FormData;
  readonly rows: number;
  readonly maxSeconds: number;
};

/** The time to read and check, and to import; together they must meet the target. */
async function measureFile(api: ReturnType<typeof apiAt>, file: Measured): Promise<void> {
  console.log(`Measuring the ${file.name}…`);
  const from = performance.now();
  const read = await api.settled(await api.ask('', file.form));
  const checked = await api.settled(await api.ask(`/${read.id}/check`, { mapping: read.mapping }));
  const checkedAt = performance.now();
  if (checked.counts.new !== file.rows)
    throw new Error(`Only ${checked.counts.new} of ${file.rows} rows were accepted`);
  const done = await api.settled(await api.ask(`/${read.id}/commit`, {}));
  if (done.state !== 'done' || done.counts.new !== file.rows)
    throw new Error(`The import ended as ${done.state} with ${done.counts.new} rows`);
  reportSeconds(file, 'read and tried out', checkedAt - from);
  reportSeconds(file, 'imported', performance.now() - checkedAt);
}

function reportSeconds({ name, maxSeconds }: Measured, figure: string, ms: number): void {
  const target = `at most ${maxSeconds}`;
  report({ name, figure, unit: 's', value: ms / 1000, target, met: ms <= maxSeconds * 1000 });
}

const linesOfAnInvoice = 20;
const products = 3_000;
const customers = 2_500;

/** Invoices of twenty lines, a few minutes apart; every tenth invoice has one line returned. */
function historyFile(lines: number): FormData {
  const rows = ['InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID'];
  for (let invoice = 0; rows.length <= lines; invoice++) {
    const at = (minutes: number) =>
      new Date(Date.UTC(2015, 0, 1, 8, invoice * 20 + minutes)).toISOString().slice(0, 19).replace('T', ' ');
    const customer = 10_000 + (invoice % customers);
    const sold = Array.from({ length: linesOfAnInvoice }, (_, n) => {
      const product = (invoice * 7 + n * 131) % products;
      return `H${product},Historic product ${product},${1 + (n % 12)},${at(0)},${1 + (product % 9)}.${10 + (product % 90)},${customer}`;
    });
    const returned = sold[0]?.replace(/,1,.*?,/, `,-1,${at(5)},`);
    rows.push(...sold.map(line => `${700_000 + invoice},${line}`));
    if (invoice % 10 === 0 && returned) rows.push(`C${700_000 + invoice},${returned}`);
  }
  const form = new FormData();
  form.set('kind', 'sales_history');
  form.set('file', new Blob([rows.slice(0, lines + 1).join('\n')], { type: 'text/csv' }), 'history.csv');
  return form;
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
    /** Polls as often as the page does, until the current step is over. */
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
