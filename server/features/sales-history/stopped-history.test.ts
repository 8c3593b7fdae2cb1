import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imports } from '#domain/imports/import.contract';
import { breachesOf } from '../../../tests/support/books';
import {
  holdTransaction,
  untilWaitingForLock,
  waitingForLock,
} from '../../../tests/support/held-transaction';
import { historyDesk, type HistoryLine } from '../../../tests/support/histories';
import { commitTable, settled } from '../../../tests/support/imports';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { JobStopped } from '../../platform/jobs/job';
import { importJobs } from '../imports';

let app: TestApp;
let clerk: Caller;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  clerk = await app.as('edit_sale', 'view_sale', 'create_product', 'create_customer');
});
afterAll(() => app.close());

const { checked, imported, summaryOf } = historyDesk(() => clerk);
const salesLike = async (pattern: string) =>
  (
    await sql<{
      n: number;
    }>`select count(*) as n from sales where customer_reference like ${pattern}`.execute(app.db)
  ).rows[0]?.n;

/** Sales of one product, five minutes apart, and a return of every third. */
const series = (prefix: string, count: number): HistoryLine[] =>
  Array.from({ length: count }, (_, n): HistoryLine[] => {
    const at = new Date(Date.UTC(2011, 2, 1, 9, n * 5)).toISOString().slice(0, 19).replace('T', ' ');
    const after = new Date(Date.UTC(2011, 2, 1, 9, n * 5 + 2)).toISOString().slice(0, 19).replace('T', ' ');
    const number = `${prefix}${String(n).padStart(4, '0')}`;
    const sold: HistoryLine = [number, `${prefix}-CUP`, 'CUP', '3', at, '1.10', `${prefix}9`];
    return n % 3 === 0
      ? [sold, [`C${number}`, `${prefix}-CUP`, 'CUP', '-1', after, '1.10', `${prefix}9`]]
      : [sold];
  }).flat();

/** Holds a lock that batches need while `work` runs, so that one of them is certain to wait. */
async function withBatchHeld(product: string, work: () => Promise<void>): Promise<void> {
  const letGo = await holdTransaction(
    app.db,
    sql`select from stock_pools where product_id = (select id from products where sku = ${product}) for update`,
  );
  try {
    await work();
  } finally {
    await letGo();
  }
}

const batchWaits = () => untilWaitingForLock(app.db, { of: 'stock_pools' });

test('a paused import keeps what is posted, and resumes without loss or duplicates', async () => {
  // The product exists, so that its pool can be locked.
  await imported([['700000', '7-CUP', 'CUP', '1', '2011-02-01 09:00', '1.10']]);
  const trial = await checked(series('7', 80));
  expect(trial.counts).toMatchObject({ new: 107, rejected: 0 });
  const done = async () => (await clerk.call(imports.get, { params: { id: trial.id } })).reply.history?.done;
  await withBatchHeld('7-CUP', async () => {
    await clerk.call(imports.commit, { params: { id: trial.id }, body: {} });
    await batchWaits();
    // Pausing does not wait for the current batch, which still finishes.
    const response = await clerk.call(imports.pause, { params: { id: trial.id } });
    expect(response).toMatchObject({ status: 200, reply: { state: 'paused', history: { done: 0 } } });
  });
  await expect.poll(done).toBe(25);
  const paused = await settled(clerk, trial.id);
  expect(paused).toMatchObject({ state: 'paused', problem: null });
  const posted = await salesLike('7%');
  expect(posted).toBeGreaterThan(1);
  expect(posted).toBeLessThan(60);
  expect(await breachesOf(app.db)).toEqual([]);
  expect((await clerk.call(imports.discard, { params: { id: trial.id } })).status).toBe(409);
  expect(await commitTable(clerk, trial.id)).toMatchObject({
    state: 'done',
    counts: { new: 107, rejected: 0 },
  });
  expect(await salesLike('7%')).toBe(81);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('D23 R31 a stop of the server ends a history after its batch; the next start goes on from there', async () => {
  await imported([['500000', '5-CUP', 'CUP', '1', '2011-02-01 09:00', '1.10']]);
  const trial = await checked(series('5', 80));
  await sql`update imports set state = 'committing', progress = 0 where id = ${trial.id}`.execute(app.db);
  const { handlers } = importJobs({
    db: app.db,
    files: app.files,
    clock: () => new Date(),
    log: { error: () => undefined },
  });
  const stopping = new AbortController();
  let ended: Promise<unknown> | undefined;
  await withBatchHeld('5-CUP', async () => {
    const work = handlers[0]?.run({ import_id: trial.id }, { isLast: true, stopping: stopping.signal });
    ended = work?.then(
      () => 'done',
      (error: unknown) => error,
    );
    await batchWaits();
    stopping.abort(new JobStopped());
  });
  expect(await ended).toBeInstanceOf(JobStopped);
  const { reply } = await clerk.call(imports.get, { params: { id: trial.id } });
  expect(reply).toMatchObject({ state: 'committing', problem: null, history: { done: 25 } });
  await handlers[0]?.run({ import_id: trial.id }, { isLast: true });
  expect(await settled(clerk, trial.id)).toMatchObject({
    state: 'done',
    counts: { new: 107, rejected: 0 },
  });
  expect(await salesLike('5%')).toBe(81);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('lines of a product whose code was changed during a pause are listed with what to do, and the others are posted', async () => {
  await imported([['900000', '9-CUP', 'CUP', '1', '2011-02-01 09:00', '1.10']]);
  const tried = await checked([
    ...series('9', 40).filter(([number]) => !number.startsWith('C')),
    ['9100', '9-CUP', 'CUP', '2', '2011-03-02 09:00', '1.10'],
    ['9101', '9-SAUCER', 'SAUCER', '2', '2011-03-02 09:05', '1.10'],
  ]);
  await withBatchHeld('9-CUP', async () => {
    await clerk.call(imports.commit, { params: { id: tried.id }, body: {} });
    await batchWaits();
    await clerk.call(imports.pause, { params: { id: tried.id } });
  });
  expect(await settled(clerk, tried.id)).toMatchObject({ state: 'paused', problem: null });
  await sql`update products set sku = '9-MUG' where sku = '9-CUP'`.execute(app.db);
  expect(await commitTable(clerk, tried.id)).toMatchObject({ state: 'done', problem: null });
  const { data } = (await clerk.call(imports.listed, { params: { id: tried.id }, query: {} })).reply;
  expect(new Set(data.map(({ reason, message }) => `${reason}: ${message}`))).toEqual(
    new Set([
      'refused: No product has the code 9-CUP any more. Add one with this code, then import the file again.',
    ]),
  );
  expect(await salesLike('9101')).toBe(1);
  expect(await salesLike('9100')).toBe(0);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('an import cut off during a batch has posted whole batches only, and resumes automatically', async () => {
  await imported([['800000', '8-CUP', 'CUP', '1', '2011-02-01 09:00', '1.10']]);
  // The first batch sells another product, so that the second one waits.
  const lines = series('8', 60).map(
    (line, n): HistoryLine =>
      n < 30 ? [line[0], '8-SAUCER', 'SAUCER', line[3], line[4], line[5], line[6]] : line,
  );
  const trial = await checked(lines);
  await withBatchHeld('8-CUP', async () => {
    await clerk.call(imports.commit, { params: { id: trial.id }, body: {} });
    const pids = await batchWaits();
    await sql`select pg_terminate_backend(pid) from unnest(${pids}::integer[]) as pid`.execute(app.db);
    await expect.poll(() => waitingForLock(app.db, 'stock_pools')).toEqual([]);
    const cut = (await clerk.call(imports.get, { params: { id: trial.id } })).reply;
    expect([cut.state, cut.history?.done]).toEqual(['committing', 25]);
    expect(await salesLike('8%')).toBe(1 + 19);
  });
  expect(await settled(clerk, trial.id)).toMatchObject({ state: 'done', problem: null, counts: { new: 80 } });
  expect(await salesLike('8%')).toBe(61);
  const { proof } = await summaryOf(trial.id);
  expect(proof.every(({ holds }) => holds)).toBe(true);
  expect(await breachesOf(app.db)).toEqual([]);
});

const anyLine = fc
  .record({
    document: fc.integer({ min: 0, max: 40 }),
    isCancellation: fc.boolean(),
    code: fc.constantFrom('P-1', 'p-1', 'P-2', 'POST', 'BANK CHARGES', 'PADS', 'gift_0001_10'),
    words: fc.constantFrom('CUP', '', 'damaged', 'Found', '?'),
    quantity: fc.constantFrom('1', '3', '12', '-1', '-3', '0.5', '-0.25', '0', 'x'),
    price: fc.constantFrom('1.25', '0.85', '0', '0.001', '-2.00', '16888.02', ''),
    hour: fc.integer({ min: 0, max: 200 }),
    customer: fc.constantFrom('', '12345.0', '99'),
  })
  .map(({ document, isCancellation, code, words, quantity, price, hour, customer }): HistoryLine => {
    const at = new Date(Date.UTC(2011, 0, 1, hour)).toISOString().slice(0, 19).replace('T', ' ');
    return [
      `${isCancellation ? 'C' : ''}9${String(document).padStart(5, '0')}`,
      code,
      words,
      quantity,
      at,
      price,
      customer,
    ];
  });

test('L9 A8 V13 for any history, posted and listed lines equal the file, and all checks of the books pass', async () => {
  const [lines = []] = fc.sample(fc.array(anyLine, { minLength: 400, maxLength: 400 }), {
    numRuns: 1,
    seed: 48,
  });
  const done = await imported(lines, { cost_percent: 40 });
  const { proof } = await summaryOf(done.id);
  expect(proof.every(({ holds }) => holds)).toBe(true);
  expect((proof[0]?.file.lines ?? 0) + (proof[1]?.file.lines ?? 0)).toBe(400);
  expect(proof[0]?.posted.lines).toBeGreaterThan(20);
  expect(await breachesOf(app.db)).toEqual([]);
});
