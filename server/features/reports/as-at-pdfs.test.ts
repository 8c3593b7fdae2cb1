import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { trialBalance } from '#domain/accounts/account.contract';
import { formatPounds } from '#domain/kernel/money';
import { payments } from '#domain/payments/payment.contract';
import { stockValuation } from '#domain/stock/stock-valuation.contract';
import { agedCreditors, agedDebtors } from '#domain/wallet/aged.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { textOfPdf } from '../../../tests/support/pdf-text';
import { customerWithCredit, stockedProduct } from '../../../tests/support/shop';
import { addSupplier } from '../../../tests/support/suppliers';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { sellOnTwoDays } from '../../../tests/support/two-days';

let app: TestApp;
let now = new Date();
let owner: Caller;
let ids: { customer: number; supplier: number; category: number; sub_category: number };
const [first, second] = ['2031-03-30', '2031-04-02'] as const;

beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
  await sellOnTwoDays(app, day => (now = new Date(`${day}T12:00:00Z`)), [first, second]);
  owner = await app.as('admin');
  const customer = await customerWithCredit(app.db, null, 'Wren & Sons');
  await owner.call(customerWallet.receive, {
    params: { id: customer },
    body: { amount: '20.00', payment_method: 'bank_transfer' },
  });
  const { id: supplier } = await addSupplier(app, { name: 'Mill & Co' });
  await owner.call(payments.create, {
    body: { supplier_id: supplier, amount: '30.00', payment_method: 'bank_transfer' },
  });
  await stockedProduct(app.db, { name: 'Loose screws', pieces: '3', cost: 7 });
  const { rows } = await sql<{ category: number; sub_category: number }>`
    with category as (insert into categories (name, created_at, updated_at) values ('Hot drinks', now(), now()) returning id)
    insert into sub_categories (name, category_id, created_at, updated_at) select 'Leaf tea', id, now(), now() from category
    returning category_id as category, id as sub_category`.execute(app.db);
  ids = { customer, supplier, ...(rows[0] ?? { category: 0, sub_category: 0 }) };
});
afterAll(() => app.close());

const wordsOf = async ({ raw, status }: { raw: Buffer; status: number }) => {
  expect(status, raw.toString().slice(0, 300)).toBe(200);
  return (await textOfPdf(raw)).replaceAll(/\s+/g, ' ');
};
const nameOf = ({ headers }: { headers: Readonly<Record<string, unknown>> }) =>
  /filename="([^"]+)"/.exec(String(headers['content-disposition']))?.[1];

test.each([
  ['debtors', agedDebtors, 'Wren & Sons', 'Receivables'],
  ['creditors', agedCreditors, 'Mill & Co', 'Payables'],
] as const)('R6 aged %s are a PDF with the figures of the page', async (kind, calls, party, owed) => {
  const query = { as_at: second };
  const file = await owner.call(calls.pdf, { query });
  const text = await wordsOf(file);
  const { reply: totals } = await owner.call(calls.totals, { query });
  expect(text).toContain(`Aged ${kind === 'debtors' ? 'Debtors' : 'Creditors'}`);
  expect(text).toContain('As at 2 Apr 2031');
  expect(text).toContain(`${owed} ${formatPounds(totals.owed)}`);
  expect(text).toContain(party);
  expect(text).not.toContain('Filters');
  expect(nameOf(file)).toBe(`aged-${kind}-${second}.pdf`);
  expect(await wordsOf(await owner.call(calls.pdf, { query: { as_at: '2031-03-01' } }))).not.toContain(party);
});

test('R6 R7 a PDF says by what it is filtered, in words and by its name', async () => {
  const filtered = [
    [agedDebtors.pdf, { party_id: String(ids.customer) }, 'Customer Wren & Sons'],
    [agedCreditors.pdf, { party_id: String(ids.supplier) }, 'Supplier Mill & Co'],
    [agedDebtors.pdf, { overdue: 'yes' }, 'Overdue Overdue only'],
    [agedDebtors.pdf, { due_within: '7' }, 'Due Due within 7 days'],
    [agedDebtors.pdf, { search: 'wren' }, 'Search “wren”'],
    [stockValuation.pdf, { search: 'screws' }, 'Search “screws”'],
    [stockValuation.pdf, { category_id: String(ids.category) }, 'Category Hot drinks'],
    [stockValuation.pdf, { sub_category_id: String(ids.sub_category) }, 'Sub-category Leaf tea'],
  ] as const;
  for (const [call, query, line] of filtered) {
    const file = await owner.call(call, { query: { ...query, as_at: second } });
    const text = await wordsOf(file);
    expect(text, line).toContain('Filters');
    expect(text).toContain(line);
    expect(nameOf(file)).toMatch(/^[a-z-]+-2031-04-02-filtered\.pdf$/);
  }
});

test('R7 R9 the stock valuation and the trial balance are PDFs with the figures of the page', async () => {
  const query = { as_at: second };
  const { reply: totals } = await owner.call(stockValuation.totals, { query });
  const stock = await wordsOf(await owner.call(stockValuation.pdf, { query }));
  expect(stock).toContain(`All stock ${formatPounds(totals.value)}`);
  expect(stock).toContain(`Account 1200 ${formatPounds(totals.account_balance)}`);
  expect(stock).toContain('Loose screws');
  expect(stock).toContain('£0.07');
  const { reply: trial } = await owner.call(trialBalance.show, { query });
  const balances = await wordsOf(
    await owner.call(trialBalance.export, { query: { ...query, format: 'pdf' } }),
  );
  expect(balances).toContain(`Debits ${formatPounds(trial.debit)}`);
});

test('R6 R7 the PDFs need the permission to export', async () => {
  const reader = await app.as('view_ledger', 'view_stock', 'view_cost');
  for (const call of [agedDebtors.pdf, agedCreditors.pdf, stockValuation.pdf])
    expect((await reader.call(call)).status).toBe(403);
});
