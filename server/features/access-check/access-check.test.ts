import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessCheck } from '#domain/access-check/access-check.contract';
import type { AccessResult } from '#domain/access-check/access-answer';
import { expenses, expenseSettings } from '#domain/expenses/expense.contract';
import { londonDate } from '#domain/kernel/dates';
import { poundsFromPence, toPence } from '#domain/kernel/money';
import type { Permission } from '#domain/kernel/permissions';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { purchasingSettings } from '#domain/purchase-orders/purchasing-settings.contract';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { tills } from '#domain/tills/till.contract';
import { roles } from '#domain/users/role.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { someApprovals } from '../../../tests/support/approvals';
import { someSupplier } from '../../../tests/support/books';
import { someCounting } from '../../../tests/support/stocktakes';
import { expenseShop } from '../../../tests/support/expenses';
import { orderDesk } from '../../../tests/support/orders';
import { customerWithCredit, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { someTills } from '../../../tests/support/tills';

type User = Caller & { readonly userId: number };
let app: TestApp;
let admin: User;
let on: ReturnType<typeof someApprovals>;
let till: Awaited<ReturnType<typeof someTills>>;
let paper: Awaited<ReturnType<typeof expenseShop>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  on = someApprovals(app);
  till = await someTills(app);
  paper = await expenseShop(app);
  till.till = await till.opened('100.00');
});
afterAll(() => app.close());

/** What the access check says of one user, for an amount in pence or hundredths of a per cent. */
async function answerTo(user: User, action: string, amount?: number): Promise<AccessResult> {
  const query = { action, ...(amount === undefined ? {} : { amount: (amount / 100).toFixed(2) }) };
  const { reply, refusal } = await admin.call(accessCheck.why, { params: { id: user.userId }, query });
  if (!reply) throw new Error(refusal.message);
  return reply.result;
}

/** The server's answer to the same amounts: the last that passes, and the first that does not. */
async function edge(user: User, action: string, limit: number, act: (amount: number) => Promise<unknown>) {
  expect(
    [
      [await act(limit), await answerTo(user, action, limit)],
      [await act(limit + 1), await answerTo(user, action, limit + 1)],
    ],
    action,
  ).toEqual([
    ['done', 'yes'],
    ['not done', 'depends'],
  ]);
}

const done = ({ status }: { status: number }) => (status === 200 ? 'done' : 'not done');

test('a refund of the limit is allowed and a penny more is not, as the access check says', async () => {
  await on.limits({ refund_limit: '50.00' });
  const clerk = await app.as('create_sale', 'view_sale', 'refund_sale');
  const refundOf = async (pence: number, who: User) => {
    const product_id = await stockedProduct(app.db, { price: toPence(pence) });
    const sale = await till.shop.sold([{ product_id, quantity: '1' }], pence);
    return done(await till.shop.refund(sale, [{ line_number: 1, quantity: '1' }], pence, {}, who));
  };
  const action = 'POST /sales/{id}/refunds';
  await edge(clerk, action, 5000, pence => refundOf(pence, clerk));
  // Without the permission to refund every amount needs an approval; without any, there is no way.
  const seller = await app.as('create_sale');
  expect([await refundOf(1, seller), await answerTo(seller, action, 1)]).toEqual(['not done', 'depends']);
  const viewer = await app.as('view_sale');
  expect([await refundOf(1, viewer), await answerTo(viewer, action, 1)]).toEqual(['not done', 'no']);
  await on.limits({});
  expect([await refundOf(5001, clerk), await answerTo(clerk, action, 5001)]).toEqual(['done', 'yes']);
});

test('stock written off, and found, up to its own limit', async () => {
  await on.limits({ write_off_limit: '10.00', adjustment_limit: '20.00' });
  const clerk = await app.as('adjust_stock', 'view_stock', 'view_cost');
  const product_id = await stockedProduct(app.db, { pieces: '9000', cost: 1 });
  const adjust = async (quantity: number, reason: 'damaged' | 'found') =>
    done(
      await clerk.call(stockAdjustments.create, {
        body: { reason, lines: [{ product_id, quantity: String(quantity) }] },
      }),
    );
  await edge(clerk, 'POST /stock/adjustments#write-off', 1000, pence => adjust(-pence, 'damaged'));
  await edge(clerk, 'POST /stock/adjustments', 2000, pence => adjust(pence, 'found'));
});

test('bills without an order up to the limit, above it only by those who can approve orders', async () => {
  await on.limits({ bill_limit: '100.00' });
  const supplier_id = await someSupplier(app.db);
  let bills = 0;
  const bill = async (pence: number, who: Caller) =>
    done(
      await who.call(supplierDocuments.bill, {
        body: {
          supplier_id,
          supplier_bill_number: `L-${++bills}`,
          bill_date: londonDate(new Date()),
          lines: [
            {
              account: '5000',
              description: 'Cups',
              net: poundsFromPence(toPence(pence)),
              vat: '0.00',
              vat_code: 'Z',
            },
          ],
        },
      }),
    );
  const action = 'POST /supplier-bills';
  const clerk = await app.as('create_payment');
  const buyer = await app.as('create_payment', 'approve_purchaseorder');
  expect([await bill(10_001, clerk), await answerTo(clerk, action, 10_001)]).toEqual(['not done', 'depends']);
  expect([await bill(10_000, clerk), await answerTo(clerk, action, 10_000)]).toEqual(['done', 'yes']);
  expect([await bill(10_001, buyer), await answerTo(buyer, action, 10_001)]).toEqual(['done', 'yes']);
});

test('stocktake variances up to the limit', async () => {
  const counting = await someCounting(app);
  const counter = await app.as('view_stock', 'adjust_stock', 'review_stock_count', 'view_cost');
  const variance = async () => {
    const product = await counting.stocked();
    const id = await counting.started([product]);
    await counting.count(id, product, '3', 'set', counter);
    return done(await counting.post(id, {}, counter));
  };
  // Seven missing at £1.00 each.
  await on.limits({ stock_count_limit: '7.00' });
  const action = 'POST /stock/counts/{id}/post';
  expect([await variance(), await answerTo(counter, action, 700)]).toEqual(['done', 'yes']);
  await on.limits({ stock_count_limit: '6.99' });
  expect([await variance(), await answerTo(counter, action, 700)]).toEqual(['not done', 'depends']);
});

test('a stocktake reversed up to the limit of variances, and of write-offs for what goes out', async () => {
  const counting = await someCounting(app);
  const reviewer = await app.as('view_stock', 'review_stock_count', 'view_cost');
  const reversed = async (quantity: string) => {
    await on.limits({});
    const id = await counting.posted([[await counting.stocked(), quantity]]);
    return async (limits: Parameters<typeof on.limits>[0]) => {
      await on.limits(limits);
      return done(await counting.reverse(id, {}, reviewer));
    };
  };
  const action = 'POST /stock/counts/{id}/reverse';
  // Seven missing at £1.00 each, then seven found.
  const missing = await reversed('3');
  expect(await missing({ stock_count_limit: '6.99', write_off_limit: '0.01' })).toBe('not done');
  expect(await answerTo(reviewer, action, 700)).toBe('depends');
  expect(await missing({ stock_count_limit: '7.00', write_off_limit: '0.01' })).toBe('done');
  expect(await answerTo(reviewer, action, 700)).toBe('yes');
  const found = await reversed('17');
  expect(await found({ write_off_limit: '6.99' })).toBe('not done');
  expect(await answerTo(reviewer, `${action}#write-off`, 700)).toBe('depends');
  expect(await found({ write_off_limit: '7.00' })).toBe('done');
  expect(await answerTo(reviewer, `${action}#write-off`, 700)).toBe('yes');
});

test('credit given to a customer up to the limit', async () => {
  await on.limits({ write_off_limit: '10.00' });
  const bookkeeper = await app.as('adjust_ledger', 'view_ledger');
  const id = await customerWithCredit(app.db, 100_000);
  await edge(bookkeeper, 'POST /wallet/customer/{id}/adjustments', 1000, async pence =>
    done(
      await bookkeeper.call(customerWallet.adjust, {
        params: { id },
        body: { kind: 'credit', amount: poundsFromPence(pence), account_code: '4010', reason: 'Goodwill' },
      }),
    ),
  );
});

test('an order sent up to the limit', async () => {
  const body = { approval_limit: '500.00', over_receipt_percent: '0' };
  expect((await admin.call(purchasingSettings.update, { body })).status).toBe(200);
  const buyer = await app.as(
    'view_purchaseorder',
    'create_purchaseorder',
    'send_purchaseorder',
    'view_supplier',
  );
  await app.as('approve_purchaseorder');
  const desk = orderDesk(() => ({ app, admin: buyer }));
  await edge(buyer, 'POST /purchases/{id}/mark-sent', 50_000, async pence => {
    const order = await desk.draft([
      { description: 'Chairs', quantity: '1', unit_price: poundsFromPence(pence), vat_code: 'Z' },
    ]);
    return done(await buyer.call(purchases.markSent, { params: { id: order.id } }));
  });
});

test('an expense approved by submitting it up to the limit, and waiting above it', async () => {
  const body = { approval_limit: '50.00', receipt_limit: null };
  expect((await admin.call(expenseSettings.update, { body })).status).toBe(200);
  const clerk = await app.as('view_expense', 'create_expense', 'edit_expense');
  await edge(clerk, 'POST /expenses/{id}/submit', 5000, async pence => {
    const line = paper.line({ gross: poundsFromPence(pence) });
    const { reply } = await paper.submitted({ lines: [line] }, clerk);
    return reply.status === 'submitted' ? 'not done' : 'done';
  });
});

test('an expense of someone else, which only the permission to edit expenses opens', async () => {
  const clerk = await app.as('view_expense', 'create_expense');
  const editor = await app.as('view_expense', 'create_expense', 'edit_expense');
  const entered = async (by: User) => (await paper.draft({}, by)).reply.id;
  const submit = async (id: number, by: User) => (await by.call(expenses.submit, { params: { id } })).status;
  const action = 'POST /expenses/{id}/submit';
  expect([await submit(await entered(clerk), clerk), await submit(await entered(editor), clerk)]).toEqual([
    200, 403,
  ]);
  expect(await answerTo(clerk, action, 0)).toBe('depends');
  expect(await submit(await entered(clerk), editor)).toBe(200);
  expect(await answerTo(editor, action, 0)).toBe('yes');
});

test('a till closed with a variance up to the limit, and waiting above it', async () => {
  await till.set({ variance_limit: '5.00' });
  const keeper = till.keeper;
  await edge(keeper, 'POST /till-sessions/{id}/close', 500, async pence => {
    const id = await till.opened('50.00');
    await till.closed(id, poundsFromPence(5000 + pence), { reason: 'Found in the drawer' });
    return (await till.get(id)).reply.approval === 'none' ? 'done' : 'not done';
  });
});

test('cash paid out of a till up to the limit of the day', async () => {
  await till.set({ paid_out_limit: '30.00' });
  await sql`insert into accounts (code, name, kind, normal_side, is_system, is_control)
    values ('6310', 'Postage', 'expense', 'debit', false, false) on conflict do nothing`.execute(app.db);
  const id = await till.opened('200.00');
  const action = 'POST /till-sessions/{id}/cash#paid-out';
  const payOut = async (pence: number, who: User) => {
    const paid = { kind: 'paid_out' as const, amount: poundsFromPence(pence), account_code: '6310' };
    const body = { ...paid, reason: 'Stamps' };
    return done(await who.call(tills.move, { params: { id }, body }));
  };
  const limited = [await app.as('create_sale', 'view_pos'), await app.as('create_sale', 'view_pos')];
  const answers = [3000, 3001].map(async (pence, index) => {
    const who = limited[index] ?? admin;
    return [await payOut(pence, who), await answerTo(who, action, pence)];
  });
  // No one has the permission but the administrator, who can approve.
  expect(await Promise.all(answers)).toEqual([
    ['done', 'yes'],
    ['not done', 'depends'],
  ]);
  const chief = await app.as('create_sale', 'view_pos', 'pay_out_cash');
  expect([await payOut(3001, chief), await answerTo(chief, action, 3001)]).toEqual(['done', 'yes']);
});

test('a discount given up to the limit', async () => {
  await till.set({ discount_limit: '10' });
  const seller = await app.as('create_sale', 'view_pos');
  await edge(seller, 'POST /sales#discount', 1000, async hundredths => {
    // £100.00, so that a hundredth of a per cent is a penny.
    const product_id = await stockedProduct(app.db, { price: toPence(10_000), cost: 1 });
    const value = (hundredths / 100).toFixed(2);
    const line = { product_id, quantity: '1', discount_percent: value, discount_reason: 'Marked' };
    const sale = till.shop.sent([line], 10_000 - hundredths);
    return done(await till.shop.complete(sale, seller));
  });
});

test('who can lists active users, and preview saves nothing', async () => {
  const viewer = await app.as('view_user', 'edit_user');
  const name = 'Returns desk';
  const permissions: Permission[] = ['view_sale', 'refund_sale'];
  const role = (await admin.call(roles.create, { body: { name, permissions } })).reply;
  const before = await app.digest();
  const { data } = (
    await viewer.call(accessCheck.who, { query: { action: 'POST /sales/{id}/refunds', amount: '5.00' } })
  ).reply;
  expect(data.find(({ user }) => user.id === admin.userId)?.result).toBe('yes');
  expect(data.find(({ user }) => user.id === viewer.userId)).toMatchObject({
    result: 'no',
    reason: 'Missing “Refund a sale” or “Create sales and invoices”',
    change: expect.stringMatching(/^Give Person \d+ the role “.+”; or add “Refund a sale” to /),
  });
  const preview = await viewer.call(accessCheck.previewRole, {
    body: { role_id: role.id, permissions: ['view_sale'] },
  });
  expect(preview.reply.actions.lost.map(({ label }) => label)).toContain(
    'Refund lines of a sale with a credit note',
  );
  expect(await app.digest()).toBe(before);
});

test('a question about nothing, two things, or an unknown one is refused with its field', async () => {
  const ask = async (query: object) => {
    const { status, refusal } = await admin.call(accessCheck.who, { query });
    return [status, Object.keys(refusal.errors ?? {})];
  };
  expect(await ask({})).toEqual([422, ['action']]);
  expect(await ask({ action: 'POST /sales', path: '/users' })).toEqual([422, ['action']]);
  expect(await ask({ action: 'POST /nowhere' })).toEqual([422, ['action']]);
  expect(await ask({ path: '/nowhere' })).toEqual([422, ['path']]);
  expect(await ask({ action: 'GET /users', amount: '1.00' })).toEqual([422, ['amount']]);
  expect(await ask({ action: 'POST /sales#discount', amount: '100.01' })).toEqual([422, ['amount']]);
  const missing = await admin.call(accessCheck.why, { params: { id: 999_999 }, query: { path: '/users' } });
  expect(missing.status).toBe(404);
  const system = await admin.call(accessCheck.previewRole, { body: { role_id: 1, permissions: [] } });
  expect(system.status).toBe(409);
});
