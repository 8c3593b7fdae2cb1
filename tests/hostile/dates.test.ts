import type * as z from 'zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addYears, londonDate } from '#domain/kernel/dates';
import { inner } from '../round-trip/distinct-values';
import { someWorld, type World } from '../round-trip/world';
import { everyRoute } from '../support/every-route';
import { startTestApp, type TestApp } from '../support/test-app';

/** The date fields of a schema, by their path. */
function datesIn(schema: z.ZodType, path = ''): [path: string, schema: z.ZodType][] {
  const { def, shape } = inner(schema);
  const at = def.in ?? inner(schema);
  if ((at as { format?: string }).format === 'date') return [[path, schema]];
  if (def.type === 'array' && def.element) return datesIn(def.element, `${path}.0`);
  if (def.options) return def.options.flatMap(option => datesIn(option, path));
  return Object.entries(shape ?? {}).flatMap(([name, field]) =>
    datesIn(field, path ? `${path}.${name}` : name),
  );
}

const accepts = (schema: z.ZodType, date: string) => schema.safeParse(date).success;

/** Dates that only select what a report shows are as free as those of its page. */
const selectsOnly = new Set([
  'POST /reports/payment-transactions/reconcile filters.from',
  'POST /reports/payment-transactions/reconcile filters.to',
  'POST /wallet/supplier/{id}/email from',
  'POST /wallet/supplier/{id}/email to',
  'POST /wallet/customer/{id}/email from',
  'POST /wallet/customer/{id}/email to',
]);

const entered = everyRoute.flatMap(({ call }) =>
  datesIn(call.body).map(([path, schema]) => [`${call.method} ${call.path} ${path}`, schema] as const),
);

test('every date in a body is found', () => {
  expect(entered.length).toBeGreaterThan(60);
});

test.each(entered.filter(([name]) => !selectsOnly.has(name)))(
  '%s takes a day from 1950 to 2099',
  (_, date) => {
    for (const day of ['1950-01-01', '2026-11-23', '2028-02-29', '2099-12-31'])
      expect(accepts(date, day), day).toBe(true);
    for (const day of ['0000-01-01', '0001-01-01', '0026-11-23', '1899-12-31', '1949-12-31'])
      expect(accepts(date, day), day).toBe(false);
    for (const day of ['2100-01-01', '2206-11-23', '9999-12-31', '10000-01-01', '2027-02-29', '2026-02-30'])
      expect(accepts(date, day), day).toBe(false);
  },
);

describe('through the API', () => {
  let shop: TestApp;
  let token: string;
  let world: World;
  const today = londonDate(new Date());
  beforeAll(async () => {
    shop = await startTestApp();
    ({ token } = await shop.as('admin'));
    world = await someWorld(shop, token);
  });
  afterAll(() => shop.close());

  const send = async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) => {
    const response = await shop.app.inject({
      method,
      url: `/api${path}`,
      ...(payload ? { payload } : {}),
      headers: { authorization: `Bearer ${token}` },
    });
    return { status: response.statusCode, ...response.json<{ errors?: Record<string, string[]> }>() };
  };
  const refused = (field: string, words: RegExp) => ({
    status: 422,
    errors: { [field]: [expect.stringMatching(words)] },
  });

  test('the refusal says which days are possible', async () => {
    for (const date of ['0001-01-01', '9999-12-31'])
      expect(await send('POST', '/journals', { business_date: date })).toMatchObject(
        refused('business_date', /^Choose a date between 1950 and 2099\.$/),
      );
    expect(await send('GET', '/sales?from=0000-01-01')).toMatchObject(
      refused('from', /^Enter a date as year-month-day/),
    );
    expect((await send('GET', '/sales?from=0001-01-01&to=9999-12-31')).status).toBe(200);
  });

  test('documents are not dated years ahead, and do not fall due decades later', async () => {
    const [far, decades] = [addYears(today, 2), addYears(today, 12)];
    const tooFar = /^This date is too far ahead\. Choose \d{1,2} \w{3} \d{4} or earlier\.$/;
    const line = {
      product_id: world.products[0],
      description: 'x',
      quantity: '1',
      unit_price: '1.00',
      vat_code: 'Z',
    };
    const order = { supplier_id: world.suppliers[0], lines: [line] };
    const cost = { category_id: world.expenseCategories[0], gross: '1.00', vat_code: 'Z' };
    const expense = { description: 'x', settlement: 'to_pay', lines: [cost] };
    const bill = {
      supplier_id: world.suppliers[0],
      supplier_bill_number: 'A1',
      bill_date: today,
      lines: [{ description: 'x', net: '1.00', vat_code: 'Z', vat: '0.00', account: '6300' }],
    };
    const cases: [path: string, field: string, body: object][] = [
      ['/purchases', 'order_date', { ...order, order_date: far }],
      ['/expenses', 'expense_date', { ...expense, expense_date: far }],
      ['/expenses', 'due_on', { ...expense, expense_date: today, due_on: decades }],
      ['/supplier-bills', 'due_on', { ...bill, due_on: decades }],
      ['/employees', 'started_on', { name: 'New', started_on: far }],
    ];
    for (const [path, field, body] of cases)
      expect(await send('POST', path, body), `${path} ${field}`).toMatchObject(refused(field, tooFar));
    const registration = { is_registered: true, vat_number: 'GB980780684', registered_from: far };
    expect(await send('PUT', '/vat-registration', registration)).toMatchObject(
      refused('registered_from', tooFar),
    );
  });

  test('a statement whose first day is after its last is refused', async () => {
    const path = `/wallet/customer/${world.customers[0]}`;
    for (const part of ['', '/pdf', '/email'])
      expect(await send('GET', `${path}${part}?from=2026-12-31&to=2026-01-01`)).toMatchObject(
        refused('from', /^The first day must be on or before the last\.$/),
      );
  });
});
