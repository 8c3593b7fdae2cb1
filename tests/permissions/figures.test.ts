import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { londonDate } from '#domain/kernel/dates';
import { toPence } from '#domain/kernel/money';
import type { Permission } from '#domain/kernel/permissions';
import { businessDashboards } from '#domain/reports/business-dashboard.contract';
import { paymentTransactions } from '#domain/reports/payment-transactions.contract';
import { profitAndLosses } from '#domain/reports/profit-loss.contract';
import { blindTendersWords, reportDocuments, salesSummaries } from '#domain/reports/sales-summary.contract';
import { type TenderMethod, tenderMethod } from '#domain/sales/tender';
import { sellingSettings } from '#domain/tills/selling-settings.contract';
import { roleTemplates } from '#domain/users/role-templates';
import { credit, debit, postJournal } from '../../server/kernel/ledger';
import { asBookkeeper } from '../support/books';
import { everyRoute } from '../support/every-route';
import { textOfPdf } from '../support/pdf-text';
import { openTill, shopFloor, stockedProduct } from '../support/shop';
import { type Caller, startTestApp, type TestApp } from '../support/test-app';
import { withoutRandom } from '../support/without-random';

let app: TestApp;
let seller: Caller;
let till: number;
const now = new Date('2031-03-04T12:00:00Z');
const { sold } = shopFloor(() => ({ app, seller, till }));

// Amounts that no other figure has, so that each shows what leaked.
const wages = 145_037;
const bank = 9_876_543;
const safe = 333_331;
const rent = 71_113;
const cost = 4_321;

beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
  seller = await app.as('view_pos', 'create_sale', 'view_sale');
  till = await openTill(app.db);
  await sql`update till_sessions set business_date = ${londonDate(now)}, opened_at = ${now}`.execute(app.db);
  const post = (narrative: string, from: string, to: string, amount: number) =>
    asBookkeeper(app.db, async ctx => {
      await postJournal(ctx, {
        businessDate: londonDate(now),
        kind: 'manual',
        narrative,
        document: { type: 'manual', id: 1, number: null },
        lines: [debit(to, toPence(amount)), credit(from, toPence(amount))],
      } as never);
    });
  await post('Put in', '3000', '1020', bank + wages + rent + safe);
  await post('To the safe', '1020', '1010', safe);
  await post('Wages of March', '1020', '6100', wages);
  await post('Rent of March', '1020', '6900', rent);
  const product = await stockedProduct(app.db, { cost });
  await sold([{ product_id: product, quantity: '1' }], 240, {
    tenders: [{ method: 'cash', tendered: '2.40' }],
  });
});
afterAll(() => app.close());

/** The figures that anyone with access to reports may request, as text. */
const figures = everyRoute.filter(
  ({ call }) =>
    call.method === 'GET' &&
    (call.path.startsWith('/reports/') || call.path === '/dashboard') &&
    !call.path.includes('{'),
);

async function everythingFor(rights: readonly Permission[]): Promise<Map<string, string>> {
  const person = await app.as(...rights);
  const reported = new Map<string, string>();
  for (const { call } of figures) {
    const isExport = call.path.endsWith('/export');
    const response = await app.app.inject({
      method: 'GET',
      url: `/api${call.path}`,
      query: isExport ? { format: 'csv' } : {},
      headers: { authorization: `Bearer ${person.token}` },
    });
    expect(response.statusCode, `${call.path} ${response.body.slice(0, 200)}`).toBeLessThan(500);
    if (response.statusCode === 200 && !call.path.endsWith('/pdf'))
      reported.set(call.path, withoutRandom(response.body));
  }
  return reported;
}
const amountIn = (pence: number) => (pence / 100).toFixed(2);
const bodiesWith = (reported: Map<string, string>, pence: number) =>
  [...reported]
    .filter(([, body]) => body.replaceAll(',', '').includes(amountIn(pence)))
    .map(([path]) => path);

describe('F45 a figure needs the permission for what it shows, in every report, tile and file', () => {
  test.each([
    ['view_dashboard alone', ['view_dashboard', 'export_data']],
    ['the Cashier', roleTemplates.find(({ name }) => name === 'Cashier')?.permissions ?? []],
    ['the Stock keeper', roleTemplates.find(({ name }) => name === 'Stock keeper')?.permissions ?? []],
  ] as const)('%s sees no wages, balance or cost', async (_, rights) => {
    const reported = await everythingFor(rights);
    expect(reported.size).toBeGreaterThan(8);
    expect(bodiesWith(reported, wages)).toEqual([]);
    expect(bodiesWith(reported, bank)).toEqual([]);
    expect(bodiesWith(reported, safe)).toEqual([]);
    expect(bodiesWith(reported, cost)).toEqual([]);
    // Wages cannot be derived from a total that includes them and one that does not.
    expect(bodiesWith(reported, wages + rent)).toEqual([]);
    expect(reported.get('/reports/profit-loss')).not.toContain('net_profit');
  });

  test('each permission shows its own figures', async () => {
    const ledger = await everythingFor(['view_dashboard', 'view_ledger', 'export_data']);
    expect(bodiesWith(ledger, bank)).toContain('/reports/business-dashboard');
    expect(bodiesWith(ledger, bank)).toContain('/reports/payment-transactions/totals');
    const pay = await everythingFor(['view_dashboard', 'view_pay', 'export_data']);
    expect(bodiesWith(pay, wages)).toEqual([
      '/reports/profit-loss',
      '/reports/profit-loss/export',
      '/reports/cash-basis',
      '/reports/cash-basis/export',
    ]);
    expect(bodiesWith(pay, bank)).toEqual([]);
    const goods = await everythingFor(['view_dashboard', 'view_cost', 'export_data']);
    expect(bodiesWith(goods, cost)).toContain('/reports/profit-loss');
    expect(bodiesWith(goods, wages)).toEqual([]);
  });

  test('users who see cost and pay see the result; without pay, overheads exclude wages', async () => {
    const requester = await app.as('view_dashboard', 'view_cost');
    const { lines } = (await requester.call(profitAndLosses.show, {})).reply;
    expect(lines.map(({ key }) => key)).not.toContain('6100');
    expect(lines.map(({ key }) => key)).not.toContain('net_profit');
    expect(lines.find(({ key }) => key === 'overheads')).toMatchObject({
      label: 'Overheads excluding wages',
      amount: rent,
    });
    const both = await app.as('view_dashboard', 'view_cost', 'view_pay');
    const full = (await both.call(profitAndLosses.show, {})).reply.lines;
    expect(full.find(({ key }) => key === 'overheads')?.amount).toBe(rent + wages);
    expect(full.at(-1)?.key).toBe('net_profit');
    const flow = async (...more: Permission[]) =>
      (await (await app.as('view_dashboard', ...more)).call(businessDashboards.show, {})).reply.flows.period
        .expenses;
    expect(await flow()).toBe(rent);
    expect(await flow('view_pay')).toBe(rent + wages);
  });

  test('payments are shown with permission for their documents', async () => {
    const kinds = async (...more: Permission[]) => {
      const requester = await app.as('view_dashboard', 'approve_variance', ...more);
      const { data } = (await requester.call(paymentTransactions.list, { query: { per_page: '100' } })).reply;
      return [...new Set(data.map(({ kind }) => kind))].toSorted();
    };
    expect(await kinds()).toEqual([]);
    expect(await kinds('view_sale')).toEqual(['sale']);
    expect(await kinds('view_ledger')).toEqual(['manual', 'sale']);
  });

  test('F85 a journal number is shown with permission to open the ledger', async () => {
    const journals = async (...more: Permission[]) => {
      const requester = await app.as('view_dashboard', 'view_sale', 'approve_variance', ...more);
      const query = { per_page: '100', kind: 'sale' };
      const { data } = (await requester.call(paymentTransactions.list, { query })).reply;
      expect(data.length).toBeGreaterThan(0);
      return data.map(({ journal_id }) => journal_id !== null);
    };
    expect(new Set(await journals())).toEqual(new Set([false]));
    expect(new Set(await journals('view_ledger'))).toEqual(new Set([true]));
  });
});

test('F28 cash sales do not reveal the expected cash of a blind count to the cashier', async () => {
  const settings = await app.as('view_setting', 'edit_setting', 'view_pos');
  const { blind_count } = (await settings.call(sellingSettings.get, {})).reply;
  expect(blind_count).toBe(true);
  const cashier = await app.as(...(roleTemplates.find(({ name }) => name === 'Cashier')?.permissions ?? []));
  const manager = await app.as('view_dashboard', 'view_sale', 'approve_variance');
  const payments = async (who: Caller) => (await who.call(paymentTransactions.list, {})).reply.data.length;
  // Of £2.40, £0.97 was paid by card: cash is £2.40 + £1.43.
  const product = await stockedProduct(app.db, { cost });
  await sold([{ product_id: product, quantity: '1' }], 240, {
    tenders: [
      { method: 'credit_card', tendered: '0.97' },
      { method: 'cash', tendered: '1.43' },
    ],
  });
  const [inCash, byCard] = [240 + 143, 97];
  const cash = async (who: Caller) =>
    (await who.call(salesSummaries.show, {})).reply.tenders.filter(({ method }) => method === 'cash').length;
  expect([await payments(cashier), await cash(cashier)]).toEqual([0, 0]);
  expect((await cashier.call(paymentTransactions.totals, {})).reply).toMatchObject({
    completed: { count: 0, in: 0 },
    accounts: [],
  });
  expect([await payments(manager), await cash(manager)]).toEqual([3, 1]);

  // Takings are visible and cash is the rest, so nothing by payment method is, in any report or file.
  const rights = [
    ...(roleTemplates.find(({ name }) => name === 'Cashier')?.permissions ?? []),
    'export_data',
  ] as const;
  const exporter = await app.as(...rights);
  expect((await exporter.call(salesSummaries.show, {})).reply).toMatchObject({
    totals: { net_takings: inCash + byCard },
    tenders: [],
    is_blind: true,
  });
  const reported = await everythingFor(rights);
  for (const sum of [inCash, byCard]) expect(bodiesWith(reported, sum)).toEqual([]);
  const printed = async (who: Caller) =>
    (await textOfPdf((await who.call(salesSummaries.export, { query: { format: 'pdf' } })).raw)).replaceAll(
      /\s+/g,
      ' ',
    );
  expect(await printed(exporter)).toContain(blindTendersWords);
  const paidBy = async (who: Caller, method: TenderMethod[]) => {
    const query = { period: 'today', method: method.join(',') };
    const { status, reply } = await who.call(reportDocuments.totals, { query });
    return [
      status,
      (await who.call(reportDocuments.list, { query })).status,
      (await who.call(reportDocuments.export, { query })).status,
      reply?.paid,
    ];
  };
  const others = tenderMethod.options.filter(method => method !== 'cash');
  for (const methods of [['cash'], ['cash', 'account'], others] as TenderMethod[][])
    expect(await paidBy(exporter, methods), methods.join()).toEqual([403, 403, 403, undefined]);
  const overseer = await app.as('view_dashboard', 'export_data', 'approve_variance');
  expect(await paidBy(overseer, ['cash'])).toEqual([200, 200, 200, inCash]);
  expect(await paidBy(overseer, others)).toEqual([200, 200, 200, byCard]);
  expect(await printed(overseer)).toContain('3.83');

  // Once counted and closed, the till has no expected cash to hide.
  await sql`update till_sessions set counted_pence = 1 where id = ${till}`.execute(app.db);
  expect([await payments(cashier), await cash(cashier)]).toEqual([3, 1]);
  expect((await paidBy(exporter, ['cash']))[0]).toBe(200);
});
