import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { expenses, expenseSettings } from '#domain/expenses/expense.contract';
import { londonDate } from '#domain/kernel/dates';
import { balanceOf, breachesOf, movedOn, someSupplier } from '../../../tests/support/books';
import { expenseShop } from '../../../tests/support/expenses';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let shop: Awaited<ReturnType<typeof expenseShop>>;
beforeAll(async () => {
  app = await startTestApp();
  shop = await expenseShop(app);
});
afterEach(async () => expect(await breachesOf(app.db)).toEqual([]));
afterAll(() => app.close());

const today = londonDate(new Date());
const moved = (accounts: readonly string[], work: () => Promise<unknown>) => movedOn(app.db, accounts, work);

test('L1 V18 an expense goes from draft to paid; its net is a cost, its VAT is reclaimed, and each step is recorded', async () => {
  const { clerk, approver } = shop;
  const { reply: draft, status } = await shop.draft({ description: 'Printer paper' });
  expect(status).toBe(200);
  expect(draft).toMatchObject({ number: null, status: 'draft', net: 1000, vat: 200, gross: 1200 });
  expect(draft.can).toMatchObject({ submit: { allowed: true }, approve: { allowed: false } });
  const params = { id: draft.id };
  const submitted = await clerk.call(expenses.submit, { params });
  expect(submitted.reply).toMatchObject({ status: 'submitted', submitted: { by: expect.any(String) } });
  expect(submitted.reply.number).toMatch(/^EXP-\d{5}$/);
  expect(await balanceOf(app.db, shop.account('Stationery'))).toBe(0);

  const [cost, vat, bank] = await moved([shop.account('Stationery'), '2201', '1020'], async () => {
    const { reply } = await approver.call(expenses.approve, { params, body: {} });
    expect(reply).toMatchObject({ status: 'paid', vat_recovered: 200, paid_on: today, outstanding: 0 });
    expect(reply.journals).toHaveLength(1);
  });
  expect([cost, vat, bank]).toEqual([1000, 200, -1200]);
  expect((await app.audits(3)).map(({ action }) => action)).toContain('approved');
  const { rows } = await sql<{ net_pence: number; vat_pence: number; tax_point: string }>`
    select v.net_pence, v.vat_pence, v.tax_point::text from vat_entries v join journals j on j.id = v.journal_id
    where j.document_type = 'expense' and j.document_id = ${draft.id}`.execute(app.db);
  expect(rows).toEqual([{ net_pence: 1000, vat_pence: 200, tax_point: today }]);
});

test('no one decides on their own expense: 403, and nothing changes', async () => {
  const both = await app.as('view_expense', 'create_expense', 'edit_expense', 'approve_expense');
  const { reply } = await shop.submitted({}, both);
  expect(reply.can.approve).toMatchObject({
    allowed: false,
    reason: expect.stringContaining('someone else must approve it'),
  });
  const params = { id: reply.id };
  const before = await app.digest();
  for (const { status, refusal } of [
    await both.call(expenses.approve, { params, body: {} }),
    await both.call(expenses.reject, { params, body: { reason: 'No' } }),
  ]) {
    expect(status).toBe(403);
    expect(refusal.message).toContain('someone else must approve it');
  }
  expect(await app.digest()).toBe(before);
  // Neither may the user who edited it.
  const { approver } = shop;
  await approver.call(expenses.reject, { params, body: { reason: 'Which shop?' } });
  const other = await app.as('edit_expense', 'approve_expense');
  const edited = await other.call(expenses.update, { params, body: shop.body({ notes: 'The corner shop' }) });
  expect(edited.reply).toMatchObject({ status: 'draft', number: reply.number });
  await both.call(expenses.submit, { params });
  expect((await other.call(expenses.approve, { params, body: {} })).status).toBe(403);
  expect((await approver.call(expenses.approve, { params, body: {} })).reply.status).toBe('paid');
});

test('P15 who raised an expense cannot approve it, not even after its owner saved it again', async () => {
  const { clerk, approver } = shop;
  const other = await app.as('view_expense', 'edit_expense', 'approve_expense');
  const { reply } = await shop.draft();
  const params = { id: reply.id };
  const edit = (by: Caller, notes: string) =>
    by.call(expenses.update, { params, body: shop.body({ notes }) });
  expect((await edit(other, 'Entered by another')).status).toBe(200);
  expect((await edit(clerk, 'Saved by its owner')).status).toBe(200);
  await clerk.call(expenses.submit, { params });
  const before = await app.digest();
  expect((await other.call(expenses.approve, { params, body: {} })).status).toBe(403);
  expect(await app.digest()).toBe(before);
  expect((await approver.call(expenses.approve, { params, body: {} })).reply.status).toBe('paid');
});

test('an expense within the limit of the settings is approved at once, above it is not', async () => {
  const bookkeeper = await app.as('edit_setting', 'view_expense');
  const set = (approval_limit: string, receipt_limit: string | null = null) =>
    bookkeeper.call(expenseSettings.update, { body: { approval_limit, receipt_limit } });
  expect((await bookkeeper.call(expenseSettings.get)).reply).toEqual({
    approval_limit: 0,
    receipt_limit: null,
    version: 1,
  });
  await set('12.00');
  const { reply } = await shop.submitted();
  expect(reply).toMatchObject({ status: 'paid', approved: { by: null } });
  expect((await app.audits(1))[0]).toMatchObject({ action: 'approved_within_limit' });
  expect((await shop.submitted({ lines: [shop.line({ gross: '12.01' })] })).reply.status).toBe('submitted');
  await set('0.00', '11.99');
  const refused = await shop.submitted();
  expect(refused.refusal.errors).toEqual({
    receipts: ['Expenses above £11.99 need a receipt. Attach it first.'],
  });
  await set('0.00');
});

test('V18 VAT is reclaimable with a VAT invoice only: its number and the VAT number of the seller', async () => {
  const noNumber = await shop.submitted({ reference: null });
  expect(noNumber.refusal.errors).toHaveProperty('reference');
  const noVatNumber = await shop.submitted({ vat_number: null });
  expect(noVatNumber.refusal.errors).toHaveProperty('vat_number');
  const wrong = await shop.draft({ lines: [shop.line({ gross: '60.00', vat: '20.00' })] });
  expect(wrong.refusal.errors).toEqual({
    'lines.0.vat': ['The VAT in £60.00 is £10.00. Check the amount or the code.'],
  });
  const none = await shop.draft({ lines: [shop.line({ vat_code: 'Z', vat: '0.01' })] });
  expect(none.refusal.errors).toHaveProperty(['lines.0.vat']);
  const printed = await shop.draft({ lines: [shop.line({ gross: '60.00', vat: '9.99' })] });
  expect(printed.reply).toMatchObject({ net: 5001, vat: 999, gross: 6000 });
});

test('the VAT number and category of a seller are remembered from the latest expense that has them', async () => {
  const { clerk, category } = shop;
  const mill = await someSupplier(app.db, 'Paper Mill');
  const travel = { category_id: category('Travel'), gross: '12.00' };
  await shop.draft({ description: 'Taxi', vat_number: 'GB339072747', lines: [travel] });
  await shop.draft({ description: 'TAXI ', vat_number: null });
  await shop.draft({ description: 'Reams', supplier_id: mill, vat_number: 'GB123456789' });
  await shop.draft({
    description: 'Envelopes',
    supplier_id: mill,
    vat_number: 'GB339072747',
    lines: [travel],
  });
  const cancelled = await shop.draft({ description: 'Toner', vat_number: 'GB123456789' });
  await clerk.call(expenses.cancel, { params: { id: cancelled.reply.id }, body: { reason: 'Not ours' } });
  const remembered = async (who = clerk) =>
    (await who.call(expenses.choices)).reply.sellers.filter(
      ({ supplier_id, purpose }) => supplier_id === mill || purpose === 'taxi' || purpose === 'toner',
    );
  const shared = {
    vat_number: 'GB339072747',
    expense_date: today,
    category_id: category('Travel'),
    vat_code: 'S',
  };
  expect(await remembered()).toEqual([
    { supplier_id: mill, purpose: null, ...shared },
    { supplier_id: null, purpose: 'taxi', ...shared },
  ]);
  // Without the permission to view expenses, a user's own are remembered.
  const other = await app.as('create_expense');
  expect(await remembered(other)).toEqual([]);
  await shop.draft({ description: 'Taxi', vat_number: 'GB123456789' }, other);
  expect(await remembered(other)).toMatchObject([{ purpose: 'taxi', vat_number: 'GB123456789' }]);
});

test('M4 an expense is split over categories, each line to its own account', async () => {
  const { reply } = await shop.submitted({
    lines: [
      shop.line({ gross: '33.34', vat_code: 'Z' }),
      shop.line({ category_id: shop.category('Travel'), gross: '66.66', vat: '3.17', vat_code: 'R' }),
    ],
  });
  expect(reply).toMatchObject({ gross: 10_000, vat: 317, net: 9683, categories: ['Stationery', 'Travel'] });
  const accounts = await moved([shop.account('Stationery')], () =>
    shop.approver.call(expenses.approve, { params: { id: reply.id }, body: {} }),
  );
  expect(accounts).toEqual([3334]);
  expect(await balanceOf(app.db, await shop.accountNow('Travel'))).toBe(6349);
});

test('two concurrent approvals post once, and an older version is refused', async () => {
  const { reply } = await shop.submitted();
  const params = { id: reply.id };
  const stale = await shop.approver.call(expenses.approve, {
    params,
    body: { version: reply.version - 1 },
  });
  expect(stale.status).toBe(409);
  const outcomes = await Promise.all(
    [1, 2, 3].map(() => shop.approver.call(expenses.approve, { params, body: {} })),
  );
  expect(outcomes.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409]);
  const { rows } =
    await sql`select from journals where document_type = 'expense' and document_id = ${reply.id}`.execute(
      app.db,
    );
  expect(rows).toHaveLength(1);
});

test('D5 D6 backdating needs permission and a reason, and a locked day is refused', async () => {
  const yesterday = londonDate(new Date(Date.now() - 36 * 3600_000));
  const { reply } = await shop.submitted({ expense_date: yesterday });
  const params = { id: reply.id };
  const body = { business_date: yesterday, date_reason: 'It was yesterday' };
  expect((await shop.approver.call(expenses.approve, { params, body })).status).toBe(403);
  const dater = await app.as('approve_expense', 'backdate', 'view_expense');
  expect((await dater.call(expenses.approve, { params, body: { business_date: yesterday } })).status).toBe(
    422,
  );
  expect((await dater.call(expenses.approve, { params, body })).reply).toMatchObject({
    posted_on: yesterday,
  });
  const { reply: next } = await shop.submitted();
  await sql`update books_lock set locked_through = ${today}`.execute(app.db);
  const locked = await shop.approver.call(expenses.approve, { params: { id: next.id }, body: {} });
  const cancelled = await (await app.as('reverse_payment')).call(expenses.cancel, {
    params,
    body: { reason: 'Wrong' },
  });
  await sql`update books_lock set locked_through = null`.execute(app.db);
  expect([locked.status, cancelled.status]).toEqual([422, 422]);
  const ahead = await shop.submitted({ expense_date: '2099-01-01' });
  expect(ahead.refusal.errors).toHaveProperty('expense_date');
});

test('a draft is edited by version, deleted, and kept once it has a number', async () => {
  const { clerk } = shop;
  const { reply } = await shop.draft();
  const params = { id: reply.id };
  await clerk.call(expenses.update, { params, body: { ...shop.body({ notes: 'One' }), version: 1 } });
  const late = await clerk.call(expenses.update, { params, body: { ...shop.body(), version: 1 } });
  expect(late.status).toBe(409);
  expect(late.refusal.current).toMatchObject({ notes: 'One', version: 2 });
  const remover = await app.as('delete_expense');
  expect((await remover.call(expenses.remove, { params })).status).toBe(200);
  const { reply: kept } = await shop.submitted();
  const refused = await remover.call(expenses.remove, { params: { id: kept.id } });
  expect(refused.status).toBe(409);
  const owner = await clerk.call(expenses.cancel, { params: { id: kept.id }, body: { reason: 'Twice' } });
  expect(owner.reply).toMatchObject({ status: 'cancelled', number: kept.number, journals: [] });
});

test('F12 the lines of a draft keep their ids however they are sent, and no line is taken from another expense', async () => {
  const { clerk } = shop;
  const line = (gross: string, id?: number) => ({
    ...(id === undefined ? {} : { id }),
    category_id: shop.category('Stationery'),
    gross,
    vat_code: 'E' as const,
  });
  const { reply: draft } = await shop.draft({ lines: [line('1.00'), line('2.00'), line('3.00')] });
  const [first, second, third] = draft.lines.map(({ id }) => id);
  const { reply: other } = await shop.draft({ lines: [line('9.00')] });
  const edit = (lines: ReturnType<typeof line>[]) =>
    clerk.call(expenses.update, { params: { id: draft.id }, body: { description: 'Lines', lines } });
  const edited = await edit([line('3.50', third), line('4.00'), line('1.00', first)]);
  expect(edited.reply.lines.map(({ id, gross }) => [id, gross])).toEqual([
    [third, 350],
    [expect.any(Number), 400],
    [first, 100],
  ]);
  expect(edited.reply.lines.map(({ id }) => id)).not.toContain(second);
  for (const [lines, words] of [
    [[line('1.00', first), line('1.00', second)], 'A line belongs to another expense. Reload the page.'],
    [[line('1.00', other.lines[0]?.id)], 'A line belongs to another expense. Reload the page.'],
    [[line('1.00', first), line('1.00', first)], 'A line is listed twice. Enter each line once.'],
  ] as const) {
    const { status, refusal } = await edit([...lines]);
    expect([status, JSON.stringify(refusal.errors)]).toEqual([422, expect.stringContaining(words)]);
  }
  const kept = await clerk.call(expenses.get, { params: { id: other.id } });
  expect(kept.reply.lines.map(({ id }) => id)).toEqual(other.lines.map(({ id }) => id));
});

test('expenses of other users need permission to view and to edit', async () => {
  const { reply } = await shop.draft();
  const outsider = await app.as('create_expense');
  const params = { id: reply.id };
  for (const call of [expenses.get, expenses.submit] as const)
    expect((await outsider.call(call, { params })).status).toBe(403);
  const reviewer = await app.as('reverse_payment');
  const refused = await reviewer.call(expenses.cancel, { params, body: { reason: 'Not mine' } });
  expect(refused.status).toBe(409);
});

test('the list is searched and filtered, its totals follow, and it is exported', async () => {
  const reader = await app.as('view_expense', 'export_data');
  const supplier_id = await someSupplier(app.db, 'Zeppelin Tours');
  const { reply } = await shop.submitted({
    supplier_id,
    description: 'Round trip',
    reference: 'ZT 100%',
    expense_date: '2026-01-05',
    lines: [shop.line({ category_id: shop.category('Travel'), gross: '99.00', vat_code: 'Z' })],
  });
  const ids = async (query: Record<string, string>) =>
    (await reader.call(expenses.list, { query })).reply.data.map(({ id }) => id);
  const travel = String(shop.category('Travel'));
  for (const query of [
    { search: 'zeppelin' },
    { search: '100%' },
    { search: reply.number ?? '' },
    { supplier_id: String(supplier_id) },
    { from: '2026-01-01', to: '2026-01-31' },
    { category_id: travel, status: 'submitted', settlement: 'firm_paid', from: '2026-01-05' },
  ] as Record<string, string>[])
    expect(await ids(query), JSON.stringify(query)).toContain(reply.id);
  expect(await ids({ search: '100_' })).toEqual([]);
  expect(await ids({ supplier_id: String(supplier_id), status: 'paid' })).toEqual([]);
  const { reply: totals } = await reader.call(expenses.totals, { query: { search: 'zeppelin' } });
  expect(totals).toEqual({ count: 1, net: 9900, vat: 0, gross: 9900 });
  const file = await reader.call(expenses.export, { query: { format: 'csv', search: 'zeppelin' } });
  expect(file.raw.toString()).toContain('Round trip');
});

test('F76 an expense is saved and submitted together or not at all, and the error names the field', async () => {
  const { clerk } = shop;
  const count = async () => (await clerk.call(expenses.list, { query: {} })).reply.total;
  const before = await count();
  const wanting = shop.body({ reference: null, description: 'No paper' });
  for (const submit of ['now', 'after_receipts'] as const) {
    const refused = await clerk.call(expenses.create, { body: { ...wanting, submit } });
    expect(refused.status).toBe(422);
    expect(refused.refusal.errors).toHaveProperty('reference');
    expect(refused.refusal.message).toContain('Enter the receipt number');
  }
  expect(await count()).toBe(before);
  const { reply } = await clerk.call(expenses.create, { body: { ...shop.body(), submit: 'now' } });
  expect(reply).toMatchObject({ status: 'submitted', number: expect.stringMatching(/^EXP-/) });
  const later = await clerk.call(expenses.create, { body: { ...shop.body(), submit: 'after_receipts' } });
  expect(later.reply).toMatchObject({ status: 'draft', number: null });
  expect(await count()).toBe(before + 2);
});
