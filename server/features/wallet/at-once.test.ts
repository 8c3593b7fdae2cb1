import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { expenses } from '#domain/expenses/expense.contract';
import { tills } from '#domain/tills/till.contract';
import { balanceOf, breachesOf } from '../../../tests/support/books';
import { expenseShop } from '../../../tests/support/expenses';
import { customerWithCredit, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { someTills } from '../../../tests/support/tills';
import { walletCalls } from '../../../tests/support/wallet-calls';
import { deadlocks } from '../../../tests/support/watch-locks';

// Concurrent actions of two users on the same records neither deadlock nor miscount.

let app: TestApp;
let admin: Caller;
let on: Awaited<ReturnType<typeof someTills>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  on = await someTills(app);
});
afterAll(() => app.close());
// Other files of this process may have caused some on purpose.
beforeEach(() => {
  deadlocks.length = 0;
});

const { receive, payOut } = walletCalls(() => ({ app, admin }));
const balances = async (ids: readonly number[]) =>
  (
    await sql<{ balance: number }>`
    select balance_pence as balance from party_balances where customer_id = any(${[...ids]}::bigint[]) order by customer_id`.execute(
      app.db,
    )
  ).rows.map(({ balance }) => balance);
const statuses = async (requests: readonly Promise<{ status: number }>[]) =>
  (await Promise.all(requests)).map(({ status }) => status).toSorted((one, other) => one - other);

test('F54 F91 W5 concurrent top-ups, cash pay-outs and sales from two wallets total correctly without a deadlock', async () => {
  const till = await on.opened('200.00');
  const floor = shopFloor(() => ({ app, seller: admin, till }));
  const wallets = [
    await customerWithCredit(app.db, null, 'Ada'),
    await customerWithCredit(app.db, null, 'Ben'),
  ];
  const goods = [await stockedProduct(app.db), await stockedProduct(app.db)];
  for (const id of wallets) expect((await receive(id, '50.00')).status).toBe(200);
  const buy = (customer_id: number, product_id: number) =>
    floor.complete(
      floor.sent([{ product_id, quantity: '1' }], 240, {
        customer_id,
        tenders: [{ method: 'wallet', tendered: '2.40' }],
      }),
    );
  const requests = [0, 1, 2, 3].flatMap(round =>
    wallets.flatMap((id, at) => [
      receive(id, '1.00'),
      // Both products alternately, so that both lock their stock.
      buy(id, goods[(at + round) % 2] ?? 0),
      payOut(id, '2.00', { payment_method: 'cash', session_id: till }),
    ]),
  );
  expect(new Set(await statuses(requests))).toEqual(new Set([200]));
  // £50.00 and 4 × £1.00 came in; 4 × £2.40 were spent and 4 × £2.00 paid out: £36.40 is left of each.
  expect(await balances(wallets)).toEqual([-3640, -3640]);
  expect((await on.get(till, admin)).reply.expected).toBe(20_000 - 8 * 200);
  expect(deadlocks).toEqual([]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F54 F91 T5 a concurrent cash refund and pay-out of one customer and drawer are both done, once each', async () => {
  const till = await on.opened('100.00');
  const floor = shopFloor(() => ({ app, seller: admin, till }));
  const customer = await customerWithCredit(app.db, null, 'Cleo');
  const product = await stockedProduct(app.db);
  await receive(customer, '20.00');
  const sold = await Promise.all(
    [1, 2, 3].map(() => floor.sold([{ product_id: product, quantity: '1' }], 240, { customer_id: customer })),
  );
  await Promise.all([
    ...sold.map(sale => floor.refund(sale, [{ line_number: 1, quantity: '1' }], 240)),
    ...[1, 2, 3].map(async () => {
      const { status } = await payOut(customer, '1.00', { payment_method: 'cash', session_id: till });
      expect(status).toBe(200);
    }),
  ]);
  // £100.00, three cash refunds of £2.40, three pay-outs of £1.00.
  expect((await on.get(till, admin)).reply.expected).toBe(9700);
  expect(await balances([customer])).toEqual([-1700]);
  expect(deadlocks).toEqual([]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F54 F91 two tills closed at once have a Z report each, and their variances add up', async () => {
  const before = await balanceOf(app.db, '6900');
  const [one, other] = [await on.opened('100.00'), await on.opened('100.00')];
  await on.count(one, { total: '99.00' });
  await on.count(other, { total: '101.50' });
  // Two users close each at the same moment.
  const closing = [one, other, one, other].map(id => on.close(id));
  expect(await statuses(closing)).toEqual([200, 200, 409, 409]);
  const closed = await Promise.all([one, other].map(id => on.get(id)));
  expect(closed.map(({ reply }) => [reply.status, reply.difference])).toEqual([
    ['closed', -100],
    ['closed', 150],
  ]);
  // £1.00 short is a cost, £1.50 over reduces it.
  expect((await balanceOf(app.db, '6900')) - before).toBe(100 - 150);
  expect(deadlocks).toEqual([]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F54 F91 P15 concurrent approvals count once: of a till variance, and of an expense', async () => {
  const second = await app.as('view_pos', 'approve_variance');
  const till = await on.opened('100.00');
  expect((await on.closed(till, '80.00', { reason: 'A note is missing' })).status).toBe(200);
  const ofTill = [on.manager, second].map(who => who.call(tills.approve, { params: { id: till }, body: {} }));
  expect(await statuses(ofTill)).toEqual([200, 409]);
  const shop = await expenseShop(app);
  const other = await app.as('view_expense', 'approve_expense');
  const { reply } = await shop.submitted();
  const ofExpense = [shop.approver, other].map(who =>
    who.call(expenses.approve, { params: { id: reply.id }, body: {} }),
  );
  expect(await statuses(ofExpense)).toEqual([200, 409]);
  const { rows } = await sql<{ journals: number }>`
    select count(*)::integer as journals from journals where document_type = 'expense' and document_id = ${reply.id}`.execute(
    app.db,
  );
  expect(rows[0]?.journals).toBe(1);
  expect(deadlocks).toEqual([]);
});
