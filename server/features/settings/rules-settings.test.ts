import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expenseSettings } from '#domain/expenses/expense.contract';
import { pos } from '#domain/pos/pos.contract';
import { productChoices } from '#domain/products/product-choices.contract';
import { purchasingSettings } from '#domain/purchase-orders/purchasing-settings.contract';
import { sales } from '#domain/sales/sale.contract';
import { session } from '#domain/session/session.contract';
import { newProductSettings, defaultNewProduct } from '#domain/settings/new-products.contract';
import { receiptSettings } from '#domain/settings/receipt-layout.contract';
import { numbering } from '#domain/settings/number-series.contract';
import { reminderSettings, defaultReminders } from '#domain/settings/reminders.contract';
import { type SettingName, settingHistory } from '#domain/settings/setting-history.contract';
import { securitySettings } from '#domain/settings/security.contract';
import { vatRates } from '#domain/settings/vat-rates.contract';
import { textOfPdf } from '../../../tests/support/pdf-text';
import { someUnit } from '../../../tests/support/products';
import { openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let keeper: Caller;
let seller: Caller;
let till: number;
let now = new Date();
beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
  keeper = await app.as('view_setting', 'edit_setting');
  seller = await app.as('view_pos', 'create_sale', 'view_sale');
  till = await openTill(app.db);
});
afterAll(() => app.close());
const { sold } = shopFloor(() => ({ app, seller, till }));

test('the purchasing and expense rules are shown with permission for the settings; a stale edit is refused, and changes are logged in pounds', async () => {
  const first = (await keeper.call(purchasingSettings.get)).reply;
  const body = { approval_limit: '250.00', over_receipt_percent: '2.5', version: first.version };
  expect((await keeper.call(purchasingSettings.update, { body })).reply).toMatchObject({
    approval_limit: 25_000,
    over_receipt_percent: 250,
    version: first.version + 1,
  });
  expect((await app.audits())[0]).toMatchObject({
    record_name: 'Purchasing',
    before: { approval_limit: null, over_receipt_percent: '0.00' },
    after: { approval_limit: '250.00', over_receipt_percent: '2.50' },
  });
  const stale = await keeper.call(purchasingSettings.update, { body });
  expect([stale.status, stale.refusal.current]).toMatchObject([409, { approval_limit: '250.00' }]);
  const limits = { approval_limit: '20.00', receipt_limit: null, version: 1 };
  expect((await keeper.call(expenseSettings.update, { body: limits })).status).toBe(200);
  expect((await keeper.call(expenseSettings.update, { body: limits })).status).toBe(409);
  expect((await app.audits())[0]).toMatchObject({
    record_name: 'Expenses',
    before: { approval_limit: '0.00' },
    after: { approval_limit: '20.00' },
  });
});

test('a new product takes the defaults of the settings: the form has them, and the values sent decide', async () => {
  const adder = await app.as('create_product', 'view_product');
  expect((await adder.call(productChoices)).reply.new_product).toEqual(defaultNewProduct);
  const unit_id = await someUnit(app.db);
  const chosen = { price_includes_vat: false, vat_code: 'Z', unit_id, stock_policy: 'warn' } as const;
  const body = { ...chosen, reorder_level: '6', reorder_quantity: '12.5', version: 1 };
  const stored = { ...chosen, reorder_level: 6000, reorder_quantity: 12_500 };
  expect((await keeper.call(newProductSettings.save, { body })).reply).toEqual({ ...stored, version: 2 });
  expect((await keeper.call(newProductSettings.save, { body })).refusal.current).toMatchObject({
    reorder_level: '6',
    reorder_quantity: '12.5',
  });
  const { new_product } = (await adder.call(productChoices)).reply;
  expect(new_product).toEqual(stored);
  const gone = await keeper.call(newProductSettings.save, {
    body: { ...body, version: 2, unit_id: 999_999 },
  });
  expect(gone.refusal.errors).toEqual({ unit_id: ['This unit no longer exists. Choose another.'] });
  const wrong = { ...body, version: 2, stock_policy: 'sometimes' };
  expect((await keeper.call(newProductSettings.save, { body: wrong })).status).toBe(422);
});

test('days of reminders are whole numbers within limits; a stale edit is refused, and changes are logged', async () => {
  expect((await keeper.call(reminderSettings.get)).reply).toEqual({ ...defaultReminders, version: 1 });
  const body = { ...defaultReminders, invoices: false, bill_days: 0, document_days: 60, version: 1 };
  expect((await keeper.call(reminderSettings.save, { body })).reply).toEqual({ ...body, version: 2 });
  expect((await keeper.call(reminderSettings.save, { body })).status).toBe(409);
  expect((await app.audits())[0]).toMatchObject({
    record_name: 'Reminders',
    before: { bill_days: 7, invoices: true, document_days: 30 },
    after: { bill_days: 0, invoices: false, document_days: 60 },
  });
  for (const [field, value] of [
    ['bill_days', -1],
    ['bill_days', 91],
    ['bill_days', 1.5],
    ['bill_days', null],
    ['invoice_days', 0],
    ['document_days', '30'],
    ['documents', 'yes'],
  ] as const)
    expect(
      (await keeper.call(reminderSettings.save, { body: { ...body, version: 2, [field]: value } as never }))
        .refusal.errors,
    ).toHaveProperty(field);
  expect((await seller.call(reminderSettings.get)).status).toBe(403);
});

test('who changed a setting, when and how is shown to everyone who can see settings, newest first', async () => {
  const reader = await app.as('view_setting');
  const changesOf = (setting: SettingName, by: Caller = reader) =>
    by.call(settingHistory, { query: { setting } });
  const save = async (days: { bill_days: number }) => {
    const { version: _version, ...before } = (await keeper.call(reminderSettings.get)).reply;
    expect((await keeper.call(reminderSettings.save, { body: { ...before, ...days } })).status).toBe(200);
  };
  await save({ bill_days: 5 });
  await save({ bill_days: 6 });
  const [last, first] = (await changesOf('Reminders')).reply.data;
  expect(last).toMatchObject({ actor: expect.stringMatching(/^Person /), action: 'edited' });
  expect(last?.changes).toMatchObject([{ before: '5 days', after: '6 days' }]);
  expect(first?.changes).toMatchObject([{ after: '5 days' }]);
  const numbers = { series: 'PO', prefix: 'SHOP-', next_number: 100 };
  expect((await keeper.call(numbering.save, { body: numbers })).status).toBe(200);
  expect((await changesOf('Numbering')).reply.data[0]).toMatchObject({
    record_name: expect.stringMatching(/^Numbering: /),
  });
  expect((await changesOf('Sign-in provider')).reply.data).toEqual([]);
  expect((await changesOf('Reminders', seller)).status).toBe(403);
  // Other records of the log need permission to read it.
  expect((await changesOf('Sample data' as never)).status).toBe(422);
});

test('a receipt follows its settings, on paper and at the till, and always has what the law requires', async () => {
  const first = (await keeper.call(receiptSettings.get)).reply;
  expect(first).toEqual({
    header: null,
    footer: null,
    shows_logo: true,
    shows_served_by: true,
    shows_barcode: true,
    version: 1,
  });
  const sale = await sold([{ product_id: await stockedProduct(app.db), quantity: '1' }], 240);
  const paper = async () =>
    textOfPdf((await seller.call(sales.pdf, { params: { id: sale.id }, query: { paper: '80mm' } })).raw);
  expect(await paper()).toContain('Served by');
  const body = {
    header: 'Open every day',
    footer: 'Goods come back within 28 days',
    shows_logo: false,
    shows_served_by: false,
    shows_barcode: false,
    version: first.version,
  };
  expect((await keeper.call(receiptSettings.save, { body })).reply).toEqual({ ...body, version: 2 });
  expect((await keeper.call(receiptSettings.save, { body })).status).toBe(409);
  const text = await paper();
  for (const part of ['Open every day', 'Goods come back', sale.number, '£2.40'])
    expect(text).toContain(part);
  expect(text).not.toContain('Served by');
  const { reply } = await seller.call(pos.catalogue, { query: {} });
  expect(reply.head?.receipt).toEqual({ ...reply.head?.receipt, header: 'Open every day', logo: null });
  const long = { ...body, version: 2, footer: 'x'.repeat(501) };
  expect((await keeper.call(receiptSettings.save, { body: long })).refusal.errors).toHaveProperty('footer');
});

test('V1 a future rate is added and removed; past and current ones stay', async () => {
  now = new Date('2027-03-20T09:00:00Z');
  const boss = await app.as('admin');
  const save = (body: Record<string, unknown>) => boss.call(vatRates.save, { body });
  const states = (reply: { data: { code: string; valid_from: string; state: string }[] }) =>
    reply.data.filter(({ code }) => code === 'S').map(({ valid_from, state }) => `${valid_from} ${state}`);
  const { reply } = await save({ code: 'S', valid_from: '2027-04-01', percent: '21.5' });
  expect(states(reply).slice(0, 3)).toEqual(['2027-04-01 coming', '2011-01-04 current', '2010-01-01 past']);
  expect((await app.audits())[0]).toMatchObject({
    record_name: 'VAT, standard rate',
    before: { percent: null },
    after: { valid_from: '2027-04-01', percent: '21.50' },
  });
  for (const day of ['2027-03-20', '2011-01-04'])
    expect((await save({ code: 'S', valid_from: day, percent: '1' })).refusal.errors).toHaveProperty(
      'valid_from',
    );
  expect((await save({ code: 'Z', valid_from: '2027-04-01', percent: '1' })).refusal.errors).toHaveProperty(
    'code',
  );
  expect((await save({ code: 'R', valid_from: '2027-04-01', percent: null })).status).toBe(422);
  expect(states((await save({ code: 'S', valid_from: '2027-04-01', percent: null })).reply)[0]).toBe(
    '2011-01-04 current',
  );
});

test('a session ends after the configured inactivity, for open sessions at once', async () => {
  now = new Date('2027-03-20T09:00:00Z');
  const boss = await app.as('admin');
  const other = await app.as('view_setting', 'edit_setting');
  const minutes = (more: number) => {
    now = new Date(now.getTime() + more * 60_000);
  };
  const body = { idle_minutes: 15, version: 1 };
  expect((await other.call(securitySettings.save, { body })).status).toBe(403);
  expect((await boss.call(securitySettings.save, { body })).reply).toEqual({ idle_minutes: 15, version: 2 });
  minutes(14);
  expect((await boss.call(session.user)).status).toBe(200);
  minutes(2);
  expect((await other.call(session.user)).status).toBe(401);
  expect((await boss.call(session.user)).status).toBe(200);
  for (const idle_minutes of [4, 1441, 10.5, '15', null])
    expect(
      (await boss.call(securitySettings.save, { body: { idle_minutes } })).refusal.errors,
    ).toHaveProperty('idle_minutes');
  await sql`update settings set value = '{"idle_minutes": 480}' where key = 'security'`.execute(app.db);
  minutes(16);
  expect((await boss.call(session.user)).status).toBe(200);
});
