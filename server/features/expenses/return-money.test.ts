import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { salaryPayments } from '#domain/employees/salary-payment.contract';
import { expenses } from '#domain/expenses/expense.contract';
import { journals } from '#domain/journals/journal.contract';
import { londonDate } from '#domain/kernel/dates';
import { toPence } from '#domain/kernel/money';
import { payments } from '#domain/payments/payment.contract';
import { paymentTransactions } from '#domain/reports/payment-transactions.contract';
import {
  asBookkeeper,
  balanceOf,
  breachesOf,
  fillSafe,
  movedOn,
  someSupplier,
} from '../../../tests/support/books';
import { staffOffice } from '../../../tests/support/employees';
import { expenseShop } from '../../../tests/support/expenses';
import { openTill } from '../../../tests/support/shop';
import { addSupplier } from '../../../tests/support/suppliers';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { credit, debit, postJournal, reverseJournal } from '../../kernel/ledger';
import { tillInvariants } from '../../kernel/tills';
import { checkBooks } from '../../kernel/verifier';

let app: TestApp;
let shop: Awaited<ReturnType<typeof expenseShop>>;
beforeAll(async () => {
  app = await startTestApp();
  shop = await expenseShop(app);
});
afterEach(async () => expect(await breachesOf(app.db)).toEqual([]));
afterAll(() => app.close());

const moved = (accounts: readonly string[], work: () => Promise<unknown>) => movedOn(app.db, accounts, work);

test('F104 cancelling a reimbursed claim asks whether the money was returned; if not, it is owed until it is', async () => {
  const payer = await app.as('view_expense', 'pay_expense', 'reverse_payment');
  const { reply } = await shop.approved({ settlement: 'own_money', payment_method: null });
  const params = { id: reply.id };
  await payer.call(expenses.pay, { params, body: { payment_method: 'bank_transfer' } });
  const accounts = [shop.account('Stationery'), '2201', '2300', '1020'] as const;
  const cancel = (money_back?: 'yes' | 'no') =>
    payer.call(expenses.cancel, { params, body: { reason: 'Not for the firm', money_back } });
  const response = await cancel();
  expect([response.status, response.refusal.errors]).toEqual([
    422,
    { money_back: ['£12.00 was paid. Choose whether the money was returned.'] },
  ]);
  const movements = await moved([...accounts], async () => {
    const { reply: cancelled } = await cancel('no');
    expect(cancelled).toMatchObject({
      status: 'cancelled',
      owed_back: 1200,
      can: { take_back: { allowed: true } },
    });
  });
  // The cost and its VAT are reversed; the bank is not, and the claimant owes £12.00.
  expect(movements).toEqual([-1000, -200, 1200, 0]);
  const back = () => payer.call(expenses.moneyBack, { params, body: {} });
  const returned = await moved([...accounts], async () => {
    const replies = await Promise.all([back(), back()]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
  expect(returned).toEqual([0, 0, -1200, 1200]);
  expect((await payer.call(expenses.get, { params })).reply).toMatchObject({ owed_back: 0 });
});

test('F104 money paid at once, or to a supplier, stays out as well if it was not returned', async () => {
  const payer = await app.as('view_expense', 'pay_expense', 'reverse_payment');
  const { reply } = await shop.approved();
  const at = (params: { id: number }) =>
    payer.call(expenses.cancel, { params, body: { reason: 'Twice', money_back: 'no' } });
  expect(
    await moved([shop.account('Stationery'), '2201', '2300', '1020'], async () =>
      expect((await at({ id: reply.id })).reply).toMatchObject({ owed_back: 1200 }),
    ),
  ).toEqual([-1000, -200, 1200, 0]);
  const supplier_id = await someSupplier(app.db, 'Kept It Ltd');
  const bill = await shop.approved({ settlement: 'to_pay', payment_method: null, supplier_id });
  await payer.call(expenses.pay, {
    params: { id: bill.reply.id },
    body: { payment_method: 'bank_transfer' },
  });
  // On the supplier's ledger it is an advance (rule P14).
  expect(
    await moved(['2100', '2201', '1020'], async () =>
      expect((await at({ id: bill.reply.id })).reply).toMatchObject({ owed_back: 0 }),
    ),
  ).toEqual([1200, -200, 0]);
});

/** What Payment Transactions lists, what is on accounts of money, and what the drawers have recorded, each by number. */
async function moneyMoves() {
  const owner = await app.as('admin');
  const { total } = (await owner.call(paymentTransactions.list, { query: { from: '2020-01-01' } })).reply;
  const { rows } = await sql<{ on_accounts: number; in_drawers: number }>`
    select (select count(*)::int from journal_lines where account_code between '1000' and '1099' or account_code = '2400') as on_accounts,
      (select count(*)::int from till_cash) as in_drawers`.execute(app.db);
  return { total, ...rows[0] };
}

test('R5 L2 cancelling an expense whose money was not returned moves no money, and the money moves once it is', async () => {
  const owner = await app.as('admin');
  await fillSafe(app.db);
  const till = await openTill(app.db, 5000);
  for (const [how, money] of [
    [{ payment_method: 'bank_transfer' }, '1020'],
    [{ payment_method: 'credit_card' }, '2400'],
    [{ payment_method: 'cash' }, '1010'],
    [{ payment_method: 'cash', session_id: till }, '1000'],
  ] as const) {
    const { reply } = await shop.approved(how);
    const params = { id: reply.id };
    const vatOf = async () =>
      (
        await sql<{ net: number; vat: number; entries: number }>`
          select sum(v.net_pence)::int as net, sum(v.vat_pence)::int as vat, count(distinct v.tax_point)::int as entries
          from vat_entries v join journals j on j.id = v.journal_id
          where j.document_type = 'expense' and j.document_id = ${reply.id}`.execute(app.db)
      ).rows[0];
    expect(await vatOf()).toEqual({ net: 1000, vat: 200, entries: 1 });
    const before = await moneyMoves();
    const accounts = [shop.account('Stationery'), '2201', '2300', money];
    const kept = await moved(accounts, async () => {
      const body = { reason: 'Never came', money_back: 'no' } as const;
      const cancelled = await owner.call(expenses.cancel, { params, body });
      expect(cancelled.reply).toMatchObject({ status: 'cancelled', owed_back: 1200 });
    });
    expect(kept, money).toEqual([-1000, -200, 1200, 0]);
    expect(await moneyMoves(), money).toEqual(before);
    const { journals: posted } = (await owner.call(expenses.get, { params })).reply;
    expect(posted.map(({ narrative }) => narrative)).toEqual([
      'Paper',
      'Cancelled, money not yet returned: Paper',
    ]);
    // The same date as the receipt, so both are in one return.
    expect(await vatOf()).toEqual({ net: 0, vat: 0, entries: 1 });
    expect(await breachesOf(app.db)).toEqual([]);
    const session = money === '1000' ? { session_id: till } : {};
    const returned = await moved(accounts, async () => {
      const { status } = await owner.call(expenses.moneyBack, { params, body: session });
      expect(status).toBe(200);
    });
    expect(returned, money).toEqual([0, 0, -1200, 1200]);
    const after = await moneyMoves();
    expect([after.total - before.total, (after.on_accounts ?? 0) - (before.on_accounts ?? 0)]).toEqual([
      1, 1,
    ]);
    expect((await owner.call(expenses.moneyBack, { params, body: session })).status).toBe(409);
    expect(await breachesOf(app.db)).toEqual([]);
  }
});

test('upgrade: money that an earlier version posted out again comes back as before, and the books hold', async () => {
  const owner = await app.as('admin');
  const { reply } = await shop.approved();
  const params = { id: reply.id };
  await asBookkeeper(app.db, async ctx => {
    const businessDate = londonDate(ctx.now);
    await reverseJournal(ctx, reply.journals[0]?.id ?? 0, { businessDate, reason: 'Twice' });
    await postJournal(ctx, {
      businessDate,
      kind: 'expense_payment',
      narrative: 'Money not yet returned: Paper',
      document: { type: 'expense', id: reply.id, number: reply.number },
      lines: [debit('2300', toPence(1200)), credit('1020', toPence(1200))],
      reason: 'Twice',
    });
    await sql`update expenses set status = 'cancelled', cancelled_by = ${ctx.actor.id}, cancelled_at = ${ctx.now},
      cancel_reason = 'Twice', money_is_out = true, version = version + 1 where id = ${reply.id}`.execute(
      ctx.tx,
    );
  });
  expect(await breachesOf(app.db)).toEqual([]);
  const returned = await moved([shop.account('Stationery'), '2201', '2300', '1020'], () =>
    owner.call(expenses.moneyBack, { params, body: {} }),
  );
  expect(returned).toEqual([0, 0, -1200, 1200]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('A11 till cash that was not returned moves neither the drawer nor account 1000, until it is returned', async () => {
  const payer = await app.as('view_expense', 'pay_expense', 'reverse_payment');
  const till = await openTill(app.db, 5000);
  const { reply } = await shop.approved({ payment_method: 'cash', session_id: till });
  const params = { id: reply.id };
  const accounts = [shop.account('Stationery'), '2201', '2300', '1000'];
  const inDrawer = async () => {
    const { rows } = await sql<{ sum: number }>`
      select sum(amount_pence)::int as sum from till_cash where session_id = ${till}`.execute(app.db);
    return rows[0]?.sum;
  };
  expect(
    await moved(accounts, async () => {
      const cancelled = await payer.call(expenses.cancel, {
        params,
        body: { reason: 'Twice', money_back: 'no' },
      });
      expect(cancelled.reply).toMatchObject({ status: 'cancelled', owed_back: 1200 });
    }),
  ).toEqual([-1000, -200, 1200, 0]);
  expect(await inDrawer()).toBe(3800);
  expect(await breachesOf(app.db)).toEqual([]);
  expect(
    await moved(accounts, () => payer.call(expenses.moneyBack, { params, body: { session_id: till } })),
  ).toEqual([0, 0, -1200, 1200]);
  expect(await inDrawer()).toBe(5000);
  expect(await breachesOf(app.db)).toEqual([]);
  // A movement of one side alone is still found.
  const found = asBookkeeper(app.db, async ctx => {
    await postJournal(ctx, {
      businessDate: londonDate(ctx.now),
      kind: 'expense_payment',
      narrative: 'Without a drawer',
      document: { type: 'expense', id: reply.id, number: null },
      lines: [debit('2300', toPence(1)), credit('1000', toPence(1))],
      isCounted: true,
    });
    const { results } = await checkBooks(ctx.tx, tillInvariants, () => ctx.now);
    throw new Error(JSON.stringify(results));
  });
  await expect(found).rejects.toThrow(/Journal \d+: −£0\.01 on account 1000, £0\.00 in drawers/);
});

test('F104 no more is paid out of the safe than it holds, on that day or later', async () => {
  const fresh = await startTestApp();
  try {
    const spending = await expenseShop(fresh);
    const cash = { payment_method: 'cash' } as const;
    const refused = await spending.approved(cash);
    expect(refused.status).toBe(422);
    expect(refused.refusal.message).toMatch(
      /^The safe holds £0\.00 on .*, so £12\.00 in cash cannot be paid out of it\./,
    );
    await fillSafe(fresh.db, 1200);
    const replies = await Promise.all([spending.approved(cash), spending.approved(cash)]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    // A backdated payment cannot use what was spent since.
    const { id: supplier_id } = await addSupplier(fresh, { name: 'Late Ltd' });
    const owner = await fresh.as('admin');
    const pay = (payment_date: string, amount: string) =>
      owner.call(payments.create, {
        body: { supplier_id, amount, payment_method: 'cash', payment_date, date_reason: 'Found the slip' },
      });
    expect((await pay('2025-01-01', '0.01')).refusal.message).toContain('The safe holds £0.00');
    const { id } = await (await staffOffice(fresh)).hired();
    const wages = await owner.call(salaryPayments.pay, {
      params: { id },
      body: { paid_for: 'November', amount: '5.00', method: 'cash' },
    });
    expect(wages.refusal.message).toContain('The safe holds £0.00');
    const journal = await owner.call(journals.create, {
      body: {
        narrative: 'To the bank',
        lines: [
          { account: '1020', debit: '5.00' },
          { account: '1010', credit: '5.00' },
        ],
      },
    });
    expect(journal.refusal.message).toContain('The safe holds £0.00');
    expect(await balanceOf(fresh.db, '1010')).toBe(0);
    expect(await breachesOf(fresh.db)).toEqual([]);
  } finally {
    await fresh.close();
  }
});
