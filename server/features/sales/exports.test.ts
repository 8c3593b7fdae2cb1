import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { londonDate } from '#domain/kernel/dates';
import { toPence } from '#domain/kernel/money';
import { promotions } from '#domain/pricing/promotion.contract';
import { quotes } from '#domain/quotes/quote.contract';
import { reportDocuments, salesSummaries } from '#domain/reports/sales-summary.contract';
import { sales } from '#domain/sales/sale.contract';
import { vatReturns } from '#domain/vat-returns/vat-return.contract';
import { breachesOf } from '../../../tests/support/books';
import { textOfPdf } from '../../../tests/support/pdf-text';
import { openTill, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
let product: number;
let abroad: number;
const today = londonDate(new Date());
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  product = await stockedProduct(app.db, { pieces: '1000' });
  const { reply } = await admin.call(customers.create, {
    body: {
      name: 'Chez Claire',
      billing_address: '1 Rue Haute\nParis',
      country: 'fr',
      payment_terms_days: 30,
    },
  });
  abroad = reply.id;
});
afterAll(() => app.close());

/** One line at the desk, paid by bank transfer. The product is £2.40 with 20% VAT, £2.00 before. */
const sell = (total: string, more: object = {}) =>
  admin.call(sales.complete, {
    body: {
      client_id: randomUUID(),
      channel: 'desk',
      customer_id: abroad,
      price_mode: 'exclusive',
      lines: [{ product_id: product, quantity: '10' }],
      expected_total: total,
      tenders: [{ method: 'bank_transfer', tendered: total }],
      ...more,
    },
  });

/** One of ten units that were sold without VAT. */
const refundOne = (id: number) =>
  admin.call(sales.refund, {
    params: { id },
    body: {
      client_id: randomUUID(),
      reason: 'Broken',
      lines: [{ line_number: 1, quantity: '1' }],
      expected_total: '2.00',
      tenders: [{ method: 'bank_transfer', amount: '2.00' }],
    },
  });

test('F61 V28 goods delivered abroad are zero-rated: £20.00 in box 6, nothing in box 1, and the invoice says why', async () => {
  const boxes = async () => {
    const [period] = (await admin.call(vatReturns.list)).reply.data;
    return [period?.box_1 ?? 0, period?.box_6 ?? 0] as const;
  };
  const [box1, box6] = await boxes();
  const { status, reply } = await sell('20.00');
  expect(status).toBe(200);
  expect(reply).toMatchObject({ delivery_country: 'FR', net: 2000, vat: 0, gross: 2000 });
  expect(reply.lines[0]).toMatchObject({ vat_code: 'Z', vat_percent: 0, unit_price: 200 });
  expect(await boxes()).toEqual([box1, box6 + 2000]);
  for (const paper of ['a4', '80mm'] as const) {
    const { raw } = await admin.call(sales.pdf, { params: { id: reply.id }, query: { paper } });
    const text = (await textOfPdf(raw)).replaceAll(/\s+/g, ' ');
    expect(text).toContain('Zero-rated export of goods: VAT Act 1994 s.30(6)');
    expect(text).toContain('France');
  }
  // The refund reverses what was charged: no VAT.
  const refund = await refundOne(reply.id);
  expect(refund.reply.credit_notes[0]).toMatchObject({ net: 200, vat: 0 });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F61 V9 prices including VAT are never converted silently: an export requires prices excluding VAT', async () => {
  const { status, refusal } = await sell('24.00', { price_mode: 'inclusive' });
  expect([status, refusal.errors]).toEqual([
    422,
    { price_mode: ['Goods delivered to France are exports without VAT. Choose prices excluding VAT.'] },
  ]);
});

test('F61 goods for a customer abroad bear VAT when delivered in the UK or taken from the till', async () => {
  expect((await sell('24.00', { delivery_country: 'GB' })).reply).toMatchObject({
    vat: 400,
    delivery_country: 'GB',
  });
  expect((await sell('24.00', { delivery_country: 'IM' })).reply).toMatchObject({ vat: 400 });
  const till = await openTill(app.db);
  const counter = { channel: 'till', session_id: till };
  expect((await sell('24.00', counter)).reply).toMatchObject({ vat: 400, delivery_country: 'GB' });
  const { status, refusal } = await sell('20.00', { ...counter, delivery_country: 'FR' });
  expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, ['delivery_country']]);
  for (const wrong of ['ZZ', 'France', '', 7]) {
    const refused = await sell('20.00', { delivery_country: wrong });
    expect([refused.status, Object.keys(refused.refusal.errors ?? {})]).toEqual([422, ['delivery_country']]);
  }
});

test('F61 a quote for export is zero-rated, and so is its invoice', async () => {
  const lines = [{ product_id: product, quantity: '10' }];
  const { reply: quote } = await admin.call(quotes.create, {
    body: {
      client_id: randomUUID(),
      customer_id: abroad,
      price_mode: 'exclusive',
      lines,
      expected_total: '20.00',
    },
  });
  expect(quote).toMatchObject({ delivery_country: 'FR', vat: 0, gross: 2000 });
  // The customer has moved; the quoted terms stay.
  await sql`update customers set country = 'GB' where id = ${abroad}`.execute(app.db);
  const { reply } = await sell('20.00', { quote_id: quote.id });
  expect(reply).toMatchObject({ delivery_country: 'FR', vat: 0 });
  await sql`update customers set country = 'FR' where id = ${abroad}`.execute(app.db);
});

test('F61 V2 a company that is not registered exports without VAT and without mentioning zero-rating', async () => {
  await sql`update vat_registration set is_registered = false`.execute(app.db);
  try {
    const { reply } = await sell('24.00', { price_mode: 'inclusive' });
    expect(reply.lines[0]).toMatchObject({ vat_code: 'O', vat: 0, net: 2400 });
    const { raw } = await admin.call(sales.pdf, { params: { id: reply.id }, query: { paper: 'a4' } });
    expect(await textOfPdf(raw)).not.toContain('Zero-rated');
  } finally {
    await sql`update vat_registration set is_registered = true`.execute(app.db);
  }
});

test('F61 sales are reported by country of delivery, with their VAT', async () => {
  const report = async () => {
    const query = { from: today, to: today, group: 'country' } as const;
    const { rows, totals } = (await admin.call(salesSummaries.show, { query })).reply;
    const of = (label: string) => rows.find(row => row.label === label);
    const figures = (label: string) => [of(label)?.gross ?? 0, of(label)?.vat ?? 0] as const;
    return { of, figures, totals };
  };
  const before = await report();
  const { reply } = await sell('20.00', { delivery_country: 'NO' });
  await refundOne(reply.id);
  await sell('24.00', { delivery_country: 'IM' });
  await sell('24.00', { delivery_country: 'GB' });
  const after = await report();
  // £20 zero-rated, £2 back; the Isle of Man is within the VAT area.
  const norway = { gross: 2000, vat: 0, refunds_gross: 200, net_takings: 1800 };
  expect(after.of('Norway')).toMatchObject(norway);
  for (const country of ['Isle of Man', 'United Kingdom']) {
    const [gross, vat] = before.figures(country);
    expect(after.figures(country), country).toEqual([gross + 2400, vat + 400]);
  }
  const { gross, vat } = before.totals;
  expect(after.totals).toMatchObject({ gross: gross + 6800, vat: vat + 800 });
});

test('F70 the figures of a country of delivery link to its sales and credit notes', async () => {
  const documents = async (query: Record<string, string>) =>
    (await admin.call(reportDocuments.totals, { query: { from: today, to: today, ...query } })).reply;
  const atHome = await documents({ country: 'GB' });
  const { reply } = await sell('20.00', { delivery_country: 'CH' });
  await refundOne(reply.id);
  await sell('24.00', { delivery_country: 'GB' });
  expect(await documents({ country: 'CH' })).toMatchObject({ gross: 1800, vat: 0 });
  expect(await documents({ country: 'CH', side: 'sales' })).toMatchObject({ gross: 2000, count: 1 });
  expect(await documents({ country: 'ch', side: 'refunds' })).toMatchObject({ gross: -200, count: 1 });
  expect(await documents({ country: 'GB' })).toMatchObject({
    gross: atHome.gross + 2400,
    vat: atHome.vat + 400,
  });
  expect(await documents({ country: 'none' })).toMatchObject({ count: 0, gross: 0 });
  const query = { from: today, to: today, country: 'ZZ' };
  const refused = await admin.call(reportDocuments.totals, { query });
  expect(refused.refusal.errors).toHaveProperty('country');
});

test('F61 V9 V28 M13 abroad a deal including VAT is charged without its VAT, on the invoice and on a quote', async () => {
  // £4.00 each and two for £6.00, both with 20% VAT: two are £5.00 net, and in the UK £6.00.
  const lamp = await stockedProduct(app.db, { price: toPence(400) });
  const deal = await admin.call(promotions.create, {
    body: {
      name: 'Two lamps',
      starts_on: today,
      ends_on: today,
      kind: 'n_for_price',
      buy_units: 2,
      price: '6.00',
      price_includes_vat: true,
      applies_to: 'products',
      product_ids: [lamp],
    },
  });
  expect(deal.status).toBe(200);
  const lines = [{ product_id: lamp, quantity: '2' }];
  const overcharged = await sell('6.00', { lines });
  expect([overcharged.status, overcharged.refusal.message]).toEqual([
    409,
    'Prices have changed. The total is now £5.00, not £6.00. Check the basket again.',
  ]);
  const { status, reply } = await sell('5.00', { lines });
  expect(status).toBe(200);
  expect(reply).toMatchObject({ net: 500, vat: 0, gross: 500 });
  expect(reply.lines[0]).toMatchObject({
    vat_code: 'Z',
    vat_percent: 0,
    list_price: 333,
    line_discount: 166,
  });
  expect((await sell('6.00', { lines, delivery_country: 'GB' })).reply).toMatchObject({ net: 500, vat: 100 });
  const quoted = await admin.call(quotes.create, {
    body: {
      client_id: randomUUID(),
      customer_id: abroad,
      price_mode: 'exclusive',
      lines,
      expected_total: '5.00',
    },
  });
  expect(quoted.reply).toMatchObject({ delivery_country: 'FR', net: 500, vat: 0, gross: 500 });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F61 V28 proof of export is stored once, and only for an export', async () => {
  const { reply: sale } = await sell('20.00');
  const proof = { kind: 'courier_record', reference: 'DHL 123', left_on: today };
  const add = (id: number, body: Record<string, unknown>, who = admin) =>
    who.call(sales.addEvidence, { params: { id }, body });
  const both = await Promise.all([add(sale.id, proof), add(sale.id, proof)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const { reply } = await admin.call(sales.get, { params: { id: sale.id } });
  expect(reply.export_evidence).toMatchObject([proof]);
  const home = (await sell('24.00', { delivery_country: 'GB' })).reply;
  expect((await add(home.id, proof)).status).toBe(409);
  expect((await add(999_999, proof)).status).toBe(404);
  expect((await add(sale.id, { ...proof, left_on: '2999-01-01' })).status).toBe(422);
  expect((await add(sale.id, { ...proof, reference: ' ' })).status).toBe(422);
  expect((await add(sale.id, proof, await app.as('view_sale'))).status).toBe(403);
  await expect(sql`delete from export_evidence`.execute(app.db)).rejects.toThrow();
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F61 a customer has a country, and a delivery country only with its address', async () => {
  const add = (body: object) =>
    admin.call(customers.create, { body: { name: 'Anna', payment_terms_days: 0, ...body } });
  expect((await add({})).reply).toMatchObject({ country: 'GB', delivery_country: null });
  const { reply } = await add({ country: 'GB', delivery_address: 'Hafen 1', delivery_country: 'DE' });
  expect(reply).toMatchObject({ country: 'GB', delivery_country: 'DE' });
  expect((await sell('20.00', { customer_id: reply.id })).reply).toMatchObject({
    delivery_country: 'DE',
    vat: 0,
  });
  for (const [body, field] of [
    [{ country: 'XX' }, 'country'],
    [{ delivery_country: 'DE' }, 'delivery_address'],
  ] as const) {
    const { status, refusal } = await add(body);
    expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, [field]]);
  }
});

// Runs last, because nothing is posted here for such a credit note.
test('F70 a credit note without a sale has its own row, with a link', async () => {
  const day = '2019-05-06';
  await sql`insert into credit_notes (number, client_id, client_hash, kind, business_date, reason, units, cost_pence, net_pence, vat_pence,
      gross_pence, refunded_by, refunded_at, customer_id, customer_name)
    select 'CN-ELSEWHERE', gen_random_uuid(), 'x', 'unlinked', ${day}, 'Of the old shop', 0, 0, 500, 100, 600, id, now(), ${abroad}, 'Chez Claire'
    from users limit 1`.execute(app.db);
  const query = { from: day, to: day };
  const { reply } = await admin.call(salesSummaries.show, { query: { ...query, group: 'country' } });
  expect(reply.rows).toMatchObject([{ key: 'none', label: 'No country', transactions: 0, average: null }]);
  const behind = await admin.call(reportDocuments.totals, { query: { ...query, country: 'none' } });
  expect([behind.reply.gross, reply.rows[0]?.net_takings]).toEqual([-600, -600]);
});
