import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imports } from '#domain/imports/import.contract';
import { asBookkeeper, breachesOf } from '../../../tests/support/books';
import {
  holdTransaction,
  untilWaitingForLock,
  waitingForLock,
} from '../../../tests/support/held-transaction';
import { historyDesk, type HistoryLine } from '../../../tests/support/histories';
import { settled } from '../../../tests/support/imports';
import { openTill, shopFloor } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { credit, debit, postJournal } from '../../kernel/ledger';
import { moveStock } from '../../kernel/stock';
import { findImport } from '../imports/imports.queries';
import { importContext } from '../imports/run-rows';
import { undoNext } from './undo-batch';

let app: TestApp;
let admin: Caller;
let clerk: Caller;
let till: number;
// In the third quarter: the first return filed here is for July to September.
const now = new Date('2026-08-10T11:00:00Z');
beforeAll(async () => {
  app = await startTestApp({ jobs: true, clock: () => now });
  admin = await app.as('admin');
  clerk = await app.as('edit_sale', 'view_sale', 'create_product', 'create_customer');
  till = await openTill(app.db, 100_000);
});
afterAll(() => app.close());

const { imported } = historyDesk(() => clerk);
const { refund } = shopFloor(() => ({ app, seller: admin, till }));
const undo = (id: number) => clerk.call(imports.undo, { params: { id } });
const rowOf = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(app.db)).rows[0] as T;
const stateOf = async (id: number) => (await clerk.call(imports.get, { params: { id } })).reply.state;
const onAccount = { paid_by: 'account', vat_cut_over: '2026-06-30' } as const;

const begin = (id: number) =>
  sql`update imports set state = 'undoing', progress = 0, alive_at = now() + interval '1 hour' where id = ${id}`.execute(
    app.db,
  );
const batch = (id: number, limit: number) =>
  app.db.transaction().execute(async tx => {
    const found = await findImport(tx, id);
    if (!found) throw new Error('No import');
    return undoNext(importContext(tx, found, now), limit);
  });

test('F72 after each batch of an undo all checks of the books pass, whatever the goods do meanwhile', async () => {
  const lines: HistoryLine[] = [
    ['h0', 'h-CUP', '', '10', '2026-07-01 09:00', '0'],
    ...Array.from({ length: 8 }, (_, n): HistoryLine[] => [
      [
        `h1${n}`,
        'h-CUP',
        'CUP',
        '3',
        `2026-07-0${n + 1} 10:00`,
        '1.37',
        n % 2 ? 'h9' : undefined,
      ] as HistoryLine,
      [`h2${n}`, 'h-CUP', n % 2 ? 'found' : 'wet', n % 2 ? '20' : '-4', `2026-07-0${n + 1} 11:00`, '0'],
    ]).flat(),
  ];
  const { id } = await imported(lines, { ...onAccount, cost_percent: 50 });
  await begin(id);
  const { id: product } = await rowOf(sql<{ id: number }>`select id from products where sku = 'h-CUP'`);
  const move = (quantity: number, value?: number) =>
    asBookkeeper(
      app.db,
      async ctx => {
        const document = { type: 'opening_stock', id: product * 1000 + Math.abs(quantity), number: null };
        const [moved] = await moveStock(ctx, {
          businessDate: '2026-08-10',
          kind: 'adjustment',
          document,
          hasLeft: true,
          movements: [
            { productId: product, line: 1, quantity: (quantity * 1000) as never, value: value as never },
          ],
        });
        await postJournal(ctx, {
          businessDate: '2026-08-10',
          kind: 'stock_adjustment',
          narrative: 'Meanwhile',
          document,
          lines: [debit('1200', moved?.value ?? (0 as never)), credit('5100', moved?.value ?? (0 as never))],
        });
      },
      { now },
    );
  const meanwhile = [() => move(7, 911), () => move(-30), () => move(40, 1), () => move(-33)];
  for (;;) {
    const { isLast } = await batch(id, 3);
    expect(await breachesOf(app.db)).toEqual([]);
    await meanwhile.shift()?.();
    expect(await breachesOf(app.db)).toEqual([]);
    if (isLast) break;
  }
  expect(meanwhile).toEqual([]);
  // Only the movements made meanwhile remain: 7 - 30 + 40 - 33.
  expect(
    await rowOf(sql`select quantity::int as left from stock_pools where product_id = ${product}`),
  ).toEqual({ left: -16 });
  await sql`update imports set alive_at = now() where id = ${id}`.execute(app.db);
});

test('F72 a paused undo keeps what is undone, resumes where it was, and its progress never falls', async () => {
  const lines = Array.from(
    { length: 12 },
    (_, n): HistoryLine => [`i${n}`, 'i-CUP', 'CUP', '2', `2026-07-0${(n % 9) + 1} 10:00`, '1.00', 'i9'],
  );
  const { id } = await imported(lines, onAccount);
  await begin(id);
  await batch(id, 5);
  await sql`update imports set progress = 5 where id = ${id}`.execute(app.db);
  const stopped = await clerk.call(imports.pause, { params: { id } });
  expect(stopped).toMatchObject({ status: 200, reply: { state: 'undo_stopped', progress: 5 } });
  // It accepts no other step, and no new records may depend on it.
  expect((await clerk.call(imports.commit, { params: { id }, body: {} })).status).toBe(409);
  const moved = await admin.call(imports.cutOver, { params: { id }, body: { day: '2026-07-31' } });
  expect(moved.status).toBe(409);
  const { rows } = await sql<{ id: number }>`select id from sales where customer_reference = 'i0'`.execute(
    app.db,
  );
  const refused = await refund({ id: rows[0]?.id ?? 0 }, [{ line_number: 1, quantity: '1' }], 0, {
    tenders: [],
    expected_total: '1.20',
  });
  expect([refused.status, refused.refusal.message]).toEqual([
    409,
    'The import of this sale has been undone, so it cannot be refunded.',
  ]);
  const responses = await Promise.all([undo(id), undo(id)]);
  expect(responses.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409]);
  expect(responses.find(({ status }) => status === 200)?.reply.progress).toBe(5);
  expect(await settled(clerk, id)).toMatchObject({ state: 'undone', progress: 12, problem: null });
  expect(
    await rowOf(sql`select count(*)::int as n from journals r join journals j on j.id = r.reverses_id
      join sales_history_posted p on p.document_type = j.document_type and p.document_id = j.document_id
      where p.import_id = ${id}`),
  ).toEqual({ n: 12 });
});

test('F72 an undo cut off during a batch has undone nothing of it, and resumes automatically', async () => {
  const { id } = await imported(
    [
      ['j1', 'j-CUP', 'CUP', '5', '2026-07-05 09:00', '2.00', 'j9'],
      ['j2', 'j-CUP', 'CUP', '3', '2026-07-05 10:00', '2.00', 'j9'],
      ['Cj3', 'j-CUP', 'CUP', '-1', '2026-07-05 11:00', '2.00', 'j9'],
    ],
    onAccount,
  );
  const letGo = await holdTransaction(
    app.db,
    sql`select from stock_pools where product_id = (select id from products where sku = 'j-CUP') for update`,
  );
  try {
    await undo(id);
    const pids = await untilWaitingForLock(app.db, { of: 'stock_pools' });
    await sql`select pg_terminate_backend(pid) from unnest(${pids}::integer[]) as pid`.execute(app.db);
    await expect.poll(() => waitingForLock(app.db, 'stock_pools')).toEqual([]);
    expect(
      await rowOf(
        sql`select count(*)::int as n from sales_history_posted where import_id = ${id} and undone_at is not null`,
      ),
    ).toEqual({ n: 0 });
    expect(await stateOf(id)).toBe('undoing');
  } finally {
    await letGo();
  }
  expect(await settled(clerk, id)).toMatchObject({ state: 'undone', problem: null, progress: 3 });
  expect(await breachesOf(app.db)).toEqual([]);
});
