import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { londonDate } from '#domain/kernel/dates';
import { toPence } from '#domain/kernel/money';
import { asBookkeeper, breachesOf, someSupplier } from '../../../tests/support/books';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import type { WriteContext } from '../../platform/http/context';
import { credit, debit, postJournal, systemAccounts } from '../ledger';
import { allocate, allocateOldestFirst, lockParty, openItem, removeAllocation, unallocate } from '.';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const today = londonDate(new Date());
const { bank, tradeCreditors, purchasePriceVariance } = systemAccounts;

/** The ledger of a supplier, locked. */
const ledgerOf = async (ctx: WriteContext, supplier: number) =>
  (await lockParty(ctx.tx, { kind: 'supplier', id: supplier })).party;

/** A supplier bill or payment, posted with its journal. */
async function item(
  ctx: WriteContext,
  supplier: number,
  what: { kind: 'bill' | 'payment'; amount: number; dueOn?: string },
) {
  const amount = toPence(what.amount);
  const party = await ledgerOf(ctx, supplier);
  const document = { type: 'test', id: 1, number: `${what.kind}-${what.amount}` };
  const lines =
    what.kind === 'bill'
      ? [debit(purchasePriceVariance, amount), credit(tradeCreditors, amount, { party })]
      : [debit(tradeCreditors, amount, { party }), credit(bank, amount)];
  const journal = await postJournal(ctx, {
    businessDate: today,
    kind: what.kind === 'bill' ? 'supplier_bill' : 'supplier_payment',
    narrative: what.kind,
    document,
    lines,
  });
  return openItem(ctx, {
    party,
    side: what.kind === 'bill' ? 'credit' : 'debit',
    kind: what.kind,
    document,
    businessDate: today,
    dueOn: what.dueOn ?? null,
    amount,
    journalId: journal?.id ?? 0,
  });
}

const balance = async (supplier: number) =>
  (
    await sql<{
      n: number;
    }>`select balance_pence as n from party_balances where supplier_id = ${supplier}`.execute(app.db)
  ).rows[0]?.n;
const openParts = async (supplier: number) =>
  (
    await sql<{ n: number }>`select amount_pence - allocated_pence as n from party_items
      where supplier_id = ${supplier} order by id`.execute(app.db)
  ).rows.map(row => row.n);

test('W1 W2 A4 below zero we owe the supplier: a bill lowers the balance, a payment raises it', async () => {
  const supplier = await someSupplier(app.db);
  await asBookkeeper(app.db, ctx => item(ctx, supplier, { kind: 'bill', amount: 1000 }));
  expect(await balance(supplier)).toBe(-1000);
  await asBookkeeper(app.db, ctx => item(ctx, supplier, { kind: 'payment', amount: 1500 }));
  expect(await balance(supplier)).toBe(500);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('W4 A5 allocations never exceed the open amount of either side, by code or database', async () => {
  const supplier = await someSupplier(app.db);
  const [bill, payment] = await asBookkeeper(app.db, async ctx => [
    await item(ctx, supplier, { kind: 'bill', amount: 1000 }),
    await item(ctx, supplier, { kind: 'payment', amount: 600 }),
  ]);
  const match = (amount: number) => async (ctx: WriteContext) =>
    allocate(ctx, {
      party: await ledgerOf(ctx, supplier),
      debitItemId: payment?.id ?? 0,
      creditItemId: bill?.id ?? 0,
      amount: toPence(amount),
      businessDate: today,
    });
  await expect(asBookkeeper(app.db, match(601))).rejects.toThrow('has less open');
  await asBookkeeper(app.db, match(400));
  expect(await openParts(supplier)).toEqual([600, 200]);
  await expect(
    sql`insert into allocations (debit_item_id, credit_item_id, amount_pence, business_date, made_by, made_at)
      values (${payment?.id}, ${bill?.id}, 201, ${today}, 1, now())`.execute(app.db),
  ).rejects.toThrow('party_items_are_allocated_within_their_amount');
  await asBookkeeper(app.db, async ctx =>
    unallocate(ctx, await ledgerOf(ctx, supplier), payment?.id ?? 0, today),
  );
  expect(await openParts(supplier)).toEqual([1000, 600]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('W4 A5 of an allocation no more is removed than it is, by code or database', async () => {
  const supplier = await someSupplier(app.db);
  const [bill, second, payment, other] = await asBookkeeper(app.db, async ctx => [
    await item(ctx, supplier, { kind: 'bill', amount: 1000 }),
    await item(ctx, supplier, { kind: 'bill', amount: 200 }),
    await item(ctx, supplier, { kind: 'payment', amount: 600 }),
    await item(ctx, supplier, { kind: 'payment', amount: 300 }),
  ]);
  const [debitItemId, creditItemId] = [payment?.id ?? 0, bill?.id ?? 0];
  const pair = { debitItemId, creditItemId, businessDate: today };
  // Each side has enough allocated elsewhere, so only the sum of the two can refuse.
  await asBookkeeper(app.db, async ctx => {
    const party = await ledgerOf(ctx, supplier);
    await allocate(ctx, { ...pair, party, amount: toPence(400) });
    await allocate(ctx, { ...pair, party, amount: toPence(200), creditItemId: second?.id ?? 0 });
    await allocate(ctx, { ...pair, party, amount: toPence(300), debitItemId: other?.id ?? 0 });
  });
  const removed = (amount?: number) =>
    asBookkeeper(app.db, async ctx =>
      removeAllocation(ctx, {
        ...pair,
        party: await ledgerOf(ctx, supplier),
        ...(amount !== undefined && { amount: toPence(amount) }),
      }),
    );
  expect(await removed(150)).toBe(150);
  expect(await openParts(supplier)).toEqual([450, 0, 150, 0]);
  await expect(
    sql`insert into allocations (debit_item_id, credit_item_id, amount_pence, business_date, made_by, made_at)
      values (${debitItemId}, ${creditItemId}, -251, ${today}, 1, now())`.execute(app.db),
  ).rejects.toThrow('more is removed than is allocated');
  expect(await removed()).toBe(250);
  expect(await removed()).toBe(0);
  expect(await openParts(supplier)).toEqual([700, 0, 400, 0]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('W4 W10 items of two parties, or of one side, cannot be allocated to each other', async () => {
  const [one, other] = [await someSupplier(app.db), await someSupplier(app.db)];
  const bill = await asBookkeeper(app.db, ctx => item(ctx, one, { kind: 'bill', amount: 10 }));
  const payment = await asBookkeeper(app.db, ctx => item(ctx, other, { kind: 'payment', amount: 10 }));
  const match = { debitItemId: payment.id, creditItemId: bill.id, amount: toPence(5), businessDate: today };
  for (const supplier of [one, other])
    await expect(
      asBookkeeper(app.db, async ctx => allocate(ctx, { ...match, party: await ledgerOf(ctx, supplier) })),
    ).rejects.toThrow('Ledger item');
  await expect(
    sql`insert into allocations (debit_item_id, credit_item_id, amount_pence, business_date, made_by, made_at)
      values (${payment.id}, ${bill.id}, 5, ${today}, 1, now())`.execute(app.db),
  ).rejects.toThrow('one party');
});

test('R6 an allocation is dated once both sides exist, even if one is backdated', async () => {
  const supplier = await someSupplier(app.db);
  await asBookkeeper(app.db, async ctx => {
    const bill = await item(ctx, supplier, { kind: 'bill', amount: 100 });
    const payment = await item(ctx, supplier, { kind: 'payment', amount: 100 });
    await allocate(ctx, {
      party: await ledgerOf(ctx, supplier),
      debitItemId: payment.id,
      creditItemId: bill.id,
      amount: toPence(100),
      businessDate: '2020-01-01',
    });
  });
  const { rows } = await sql<{ day: string }>`
    select a.business_date as day from allocations a join party_items i on i.id = a.debit_item_id
    where i.supplier_id = ${supplier}`.execute(app.db);
  expect(rows).toEqual([{ day: today }]);
});

test('W6 W9 by default the earliest due is allocated first, and the rest stays open', async () => {
  const supplier = await someSupplier(app.db);
  const unallocated = await asBookkeeper(app.db, async ctx => {
    await item(ctx, supplier, { kind: 'bill', amount: 300, dueOn: '2026-12-20' });
    await item(ctx, supplier, { kind: 'bill', amount: 200, dueOn: '2026-12-01' });
    const payment = await item(ctx, supplier, { kind: 'payment', amount: 450 });
    return allocateOldestFirst(ctx, await ledgerOf(ctx, supplier), payment.id, today);
  });
  expect(unallocated).toBe(0);
  expect(await openParts(supplier)).toEqual([50, 0, 0]);
});

test('W4 A5 for any sequence of bills and payments, the balance is outstanding less unallocated', async () => {
  const step = fc.record({
    kind: fc.constantFrom('bill', 'payment'),
    amount: fc.integer({ min: 1, max: 100_000 }),
    after: fc.constantFrom('match', 'take back', 'leave'),
  });
  // Each case is a short history in the real database.
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 4 }), async steps => {
      const supplier = await someSupplier(app.db);
      let owed = 0;
      await asBookkeeper(app.db, async ctx => {
        const party = await ledgerOf(ctx, supplier);
        for (const { kind, amount, after } of steps) {
          const { id } = await item(ctx, supplier, { kind, amount });
          owed += kind === 'bill' ? -amount : amount;
          if (after !== 'leave') await allocateOldestFirst(ctx, party, id, today);
          if (after === 'take back') await unallocate(ctx, party, id, today);
        }
      });
      const { rows } = await sql<{ outstanding: number; unallocated: number; worst: number }>`
        select coalesce(sum(amount_pence - allocated_pence) filter (where side = 'debit'), 0)::bigint as outstanding,
          coalesce(sum(amount_pence - allocated_pence) filter (where side = 'credit'), 0)::bigint as unallocated,
          min(amount_pence - allocated_pence) as worst
        from party_items where supplier_id = ${supplier}`.execute(app.db);
      const [found] = rows;
      expect(await balance(supplier)).toBe(owed);
      expect((found?.outstanding ?? 0) - (found?.unallocated ?? 0)).toBe(owed);
      expect(found?.worst).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 1000, verbose: 1 },
  );
  expect(await breachesOf(app.db)).toEqual([]);
});
