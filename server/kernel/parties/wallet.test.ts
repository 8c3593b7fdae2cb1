import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, londonDate } from '#domain/kernel/dates';
import { toPence } from '#domain/kernel/money';
import { asBookkeeper, breachesOf, someCustomer } from '../../../tests/support/books';
import { customerItem } from '../../../tests/support/customer-items';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { lockParty, type Party, spendWallet, walletAvailable } from '.';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const today = londonDate(new Date());
const spend = (customer: Party, amount: number) =>
  asBookkeeper(app.db, async ctx => {
    const { party } = await lockParty(ctx.tx, customer);
    const invoice = await customerItem(ctx, party.id, { side: 'debit', amount });
    await spendWallet(ctx, {
      party,
      debitItemId: invoice,
      amount: toPence(amount),
      businessDate: today,
      field: 'tenders',
    });
  });

test('W5 a wallet pays with its oldest credit first, and no more than is unallocated whatever the balance', async () => {
  const party: Party = { kind: 'customer', id: await someCustomer(app.db) };
  const [later, earlier] = await asBookkeeper(app.db, async ctx => [
    await customerItem(ctx, party.id, { side: 'credit', amount: 500 }),
    await customerItem(ctx, party.id, { side: 'credit', amount: 300, on: addDays(today, -3) }),
    // The balance is above zero because of another invoice, and the wallet still has its credit.
    await customerItem(ctx, party.id, { side: 'debit', amount: 9000 }),
  ]);
  expect(await walletAvailable(app.db, party)).toBe(800);
  await spend(party, 400);
  const { rows } = await sql<{ id: number; used: number }>`
    select id, allocated_pence as used from party_items where side = 'credit' and customer_id = ${party.id} order by id`.execute(
    app.db,
  );
  expect(rows).toEqual([
    { id: later, used: 100 },
    { id: earlier, used: 300 },
  ]);
  await expect(spend(party, 401)).rejects.toMatchObject({
    code: 'invalid',
    errors: { tenders: ['Only £4.00 is available in the wallet.'] },
  });
  expect(await walletAvailable(app.db, party)).toBe(400);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('W5 R14 of fifty concurrent payments from one wallet, only as many succeed as it can pay', async () => {
  const party: Party = { kind: 'customer', id: await someCustomer(app.db) };
  await asBookkeeper(app.db, ctx => customerItem(ctx, party.id, { side: 'credit', amount: 2050 }));
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => spend(party, 100)));
  expect(outcomes.filter(outcome => outcome.status === 'fulfilled')).toHaveLength(20);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      expect(outcome.reason.message).toBe('Only £0.50 is available in the wallet.');
  expect(await walletAvailable(app.db, party)).toBe(50);
  expect(await breachesOf(app.db)).toEqual([]);
});
