import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { londonDate } from '#domain/kernel/dates';
import { toPence } from '#domain/kernel/money';
import { wholeUnits } from '#domain/kernel/quantity';
import { productMargins } from '#domain/reports/product-margins.contract';
import { reportDocuments, salesSummaries } from '#domain/reports/sales-summary.contract';
import { sales } from '#domain/sales/sale.contract';
import { asBookkeeper, breachesOf } from '../../../tests/support/books';
import { openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { mirrored, postUnlinkedCredit } from './refunds/post-unlinked-credit';

let app: TestApp;
let owner: Caller;
let till: number;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.as('admin');
  till = await openTill(app.db, 100_000);
});
afterAll(() => app.close());

const { sold, sent } = shopFloor(() => ({ app, seller: owner, till }));
const today = londonDate(new Date());

/** A credit note for goods of a sale that is not here, or its reversal. */
const unlinked = async (productId: number, reversesId: number | null) => {
  const line = {
    productId,
    description: 'Kettle',
    quantity: wholeUnits(3),
    vatCode: 'S' as const,
    rate: 2000,
    isStock: true,
    net: toPence(3000),
    vat: toPence(600),
    gross: toPence(3600),
  };
  const { rows } = await sql<{ id: number }>`select id from customers where is_walk_in`.execute(app.db);
  return asBookkeeper(app.db, ctx =>
    postUnlinkedCredit(ctx, {
      clientId: randomUUID(),
      clientHash: 'x',
      reversesId,
      customer: { id: rows[0]?.id ?? 0, name: 'Walk-in' },
      ledger: null,
      businessDate: today,
      taxPoint: today,
      reason: 'Old sale',
      lines: [reversesId === null ? line : mirrored(line)],
      method: 'credit_card',
    }),
  );
};

type Stored = { kind: string; units: string; cost: number; lines: { quantity: number; cost: number }[] };

/** Every sale and credit note, with its lines. */
const documents = async () => {
  const { rows } = await sql<Stored>`
    select 'sale' as kind, units::text, cost_pence as cost,
      (select jsonb_agg(jsonb_build_object('quantity', quantity, 'cost', cost_pence)) from sale_lines where sale_id = sales.id) as lines
    from sales
    union all
    select kind, units::text, cost_pence,
      (select jsonb_agg(jsonb_build_object('quantity', quantity, 'cost', cost_pence)) from credit_note_lines where credit_note_id = credit_notes.id)
    from credit_notes`.execute(app.db);
  return rows.map(({ kind, units, cost, lines }) => ({
    kind,
    stored: [Number(units), cost],
    ofLines: lines.reduce(([all = 0, value = 0], line) => [all + line.quantity, value + line.cost], [0, 0]),
  }));
};

test('A7 A8 R1 R2 a sale and a credit note keep the units and the cost of their lines, and the reports add those up', async () => {
  const [kettle, lamp] = [
    await stockedProduct(app.db, { price: toPence(1200), cost: 333 }),
    await stockedProduct(app.db, { price: toPence(2400), cost: 777 }),
  ];
  const two = [
    { product_id: kettle, quantity: '2' },
    { product_id: lamp, quantity: '1' },
  ];
  const refund = (line_number: number, quantity: string, total: string) => ({
    client_id: randomUUID(),
    session_id: till,
    reason: 'Another size',
    lines: [{ line_number, quantity }],
    expected_total: total,
  });
  const first = await sold(two, 4800);
  const back = await owner.call(sales.refund, {
    params: { id: first.id },
    body: { ...refund(1, '1', '12.00'), tenders: [{ method: 'cash', amount: '12.00' }] },
  });
  const kept = await owner.call(sales.refund, {
    params: { id: first.id },
    body: {
      ...refund(2, '1', '5.00'),
      lines: [{ line_number: 2, amount: '5.00' }],
      tenders: [{ method: 'cash', amount: '5.00' }],
    },
  });
  const second = await sold(two, 4800);
  const exchanged = await owner.call(sales.exchange, {
    params: { id: second.id },
    body: {
      refund: { ...refund(2, '1', '24.00'), tenders: [] },
      sale: sent([{ product_id: kettle, quantity: '2' }], 2400, { tenders: [] }),
    },
  });
  expect([back, kept, exchanged].map(({ status }) => status)).toEqual([200, 200, 200]);
  const note = await unlinked(kettle, null);
  await unlinked(kettle, note.id);

  const found = await documents();
  expect(found.map(({ kind }) => kind).toSorted()).toEqual([
    'refund',
    'refund',
    'refund',
    'sale',
    'sale',
    'sale',
    'unlinked',
    'unlinked_reversal',
  ]);
  for (const { kind, stored, ofLines } of found) expect(stored, kind).toEqual(ofLines);

  const sumOf = (at: 0 | 1) =>
    found.reduce((all, { kind, ofLines }) => all + (kind === 'sale' ? 1 : -1) * (ofLines[at] ?? 0), 0);
  const query = { from: today, to: today };
  const { totals } = (await owner.call(productMargins.totals, { query })).reply;
  const behind = (await owner.call(reportDocuments.totals, { query })).reply;
  expect([totals.quantity, totals.cost]).toEqual([sumOf(0) * 1000, sumOf(1)]);
  expect([behind.quantity, behind.cost]).toEqual([sumOf(0) * 1000, sumOf(1)]);
  expect((await owner.call(salesSummaries.show, { query })).reply.totals.units).toBe(sumOf(0) * 1000);
});

/** Changes a stored figure as no one can: the trigger refuses it. */
async function forge(table: 'sales' | 'credit_notes', trigger: string, by: number) {
  const switchTo = (state: string) =>
    sql`alter table ${sql.table(table)} ${sql.raw(state)} trigger ${sql.ref(trigger)}`.execute(app.db);
  await switchTo('disable');
  await sql`update ${sql.table(table)} set cost_pence = cost_pence + ${by}
    where id = (select min(id) from ${sql.table(table)})`.execute(app.db);
  await switchTo('enable');
}

test('A7 A8 the check of the books finds a document whose units or cost are not those of its lines', async () => {
  expect(await breachesOf(app.db)).toEqual([]);
  await forge('sales', 'sales_stay_as_posted', 1);
  await forge('credit_notes', 'credit_notes_are_append_only', 1);
  expect(await breachesOf(app.db)).toEqual([
    expect.stringMatching(/^A7: INV-\d+: .*, units 3 at a cost of £14\.44 stored, lines 3 at £14\.43$/),
    expect.stringMatching(/^A8: CN-\d+: .*, units 1 at a cost of £3\.34 stored, lines 1 at £3\.33$/),
  ]);
  await forge('sales', 'sales_stay_as_posted', -1);
  await forge('credit_notes', 'credit_notes_are_append_only', -1);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('A7 A8 the upgrade gives documents that are posted already the units and the cost of their lines', async () => {
  const posted = await documents();
  for (const table of ['sales', 'credit_notes'])
    await sql`alter table ${sql.table(table)} drop column units, drop column cost_pence`.execute(app.db);
  const migration = new URL('../../migrations/0299_units_and_cost_of_documents.sql', import.meta.url);
  await sql.raw(await readFile(migration, 'utf8')).execute(app.db);
  const sorted = (all: unknown[]) => all.map(one => JSON.stringify(one)).toSorted();
  expect(sorted(await documents())).toEqual(sorted(posted));
  expect(await breachesOf(app.db)).toEqual([]);
});
