import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import type { BodySent } from '#domain/kernel/call';
import { toPence } from '#domain/kernel/money';
import { sales } from '#domain/sales/sale.contract';
import { vatReturns } from '#domain/vat-returns/vat-return.contract';
import { breachesOf } from '../../../../tests/support/books';
import { openTill, stockedProduct } from '../../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../../tests/support/test-app';

type PaidSent = BodySent<typeof sales.recordPaid>;

let app: TestApp;
let admin: Caller;
let product: number;
let abroad: number;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  product = await stockedProduct(app.db, { price: toPence(100_000), price_includes_vat: false });
  const { reply } = await admin.call(customers.create, {
    body: { name: 'Chez Claire', billing_address: '1 Rue Haute', country: 'FR', payment_terms_days: 30 },
  });
  abroad = reply.id;
});
afterAll(() => app.close());

const figures = (net: string, vat: string, gross: string) => ({ net, vat, gross });
/** What the desk showed: £1,000.00 without VAT, unless told otherwise. */
const charged = (more: object = {}) => ({
  list_price: '1000.00',
  unit_price: '1000.00',
  amount: '1000.00',
  line_discount: '0.00',
  cart_discount: '0.00',
  vat_code: 'Z' as const,
  vat_percent: '0.00',
  ...figures('1000.00', '0.00', '1000.00'),
  ...more,
});
const withVat = { vat_code: 'S' as const, vat_percent: '20.00', ...figures('1000.00', '200.00', '1200.00') };

/** One at the desk for delivery to France, paid by card while the server could not be reached. */
async function recorded(total: string, more: Partial<PaidSent> = {}) {
  const body: PaidSent = {
    client_id: randomUUID(),
    channel: 'desk',
    session_id: null,
    customer_id: abroad,
    delivery_country: 'FR',
    price_mode: 'exclusive',
    lines: [{ product_id: product, quantity: '1' }],
    expected_total: total,
    tenders: [{ method: 'credit_card', tendered: total }],
    charged: [charged()],
    was_offline: true,
    // At this moment: one of five minutes ago might be of yesterday, whose date would be listed without a till session.
    sold_at: new Date().toISOString(),
    sent_at: new Date().toISOString(),
    ...more,
  };
  const { status, reply, refusal } = await admin.call(sales.recordPaid, { body });
  if (status !== 200 || !reply.sale) throw new Error(JSON.stringify(refusal ?? reply));
  const { reply: sale } = await admin.call(sales.get, { params: { id: reply.sale.id } });
  expect(await breachesOf(app.db)).toEqual([]);
  return { sale, words: sale.exceptions.map(({ words }) => words) };
}

const zeroRated = { vat_code: 'Z', vat_percent: 0, vat: 0 };

test('V28 an export paid at the desk while the server was away is posted as charged: zero-rated, for France', async () => {
  const boxes = async () => {
    const [period] = (await admin.call(vatReturns.list)).reply.data;
    return [period?.box_1 ?? 0, period?.box_6 ?? 0] as const;
  };
  const [box1, box6] = await boxes();
  const { sale, words } = await recorded('1000.00');
  expect(sale).toMatchObject({ delivery_country: 'FR', net: 100_000, vat: 0, gross: 100_000 });
  expect(sale.lines[0]).toMatchObject({ ...zeroRated, net: 100_000, unit_price: 100_000 });
  expect(words).toEqual([]);
  expect(await boxes()).toEqual([box1, box6 + 100_000]);
});

test('V28 without a country of its own a paid sale goes to the customer’s, and to the UK where it says so', async () => {
  expect((await recorded('1000.00', { delivery_country: undefined })).sale).toMatchObject({
    delivery_country: 'FR',
    vat: 0,
  });
  const home = await recorded('1200.00', { delivery_country: 'GB', charged: [charged(withVat)] });
  expect(home.sale).toMatchObject({ delivery_country: 'GB', net: 100_000, vat: 20_000 });
  expect(home.words).toEqual([]);
});

test('V28 what is paid at a till is sold in the UK, whatever country is sent, and is not refused', async () => {
  const { sale, words } = await recorded('1200.00', {
    channel: 'till',
    session_id: await openTill(app.db),
    charged: [charged(withVat)],
  });
  expect(sale).toMatchObject({ delivery_country: 'GB', net: 100_000, vat: 20_000, gross: 120_000 });
  expect(words).toEqual([]);
});

test('V28 V9 an export that was charged with VAT is posted as paid without VAT, and listed', async () => {
  const inclusive = { price_mode: 'inclusive' as const };
  const asInclusive = { list_price: '1200.00', unit_price: '1200.00', amount: '1200.00', ...withVat };
  const note = 'Sold for delivery to France at prices including VAT. Posted as paid, without VAT.';
  const first = await recorded('1200.00', { ...inclusive, charged: [charged(asInclusive)] });
  expect(first.sale).toMatchObject({ delivery_country: 'FR', net: 120_000, vat: 0, gross: 120_000 });
  expect(first.sale.lines[0]).toMatchObject(zeroRated);
  expect(first.words).toEqual([
    note,
    expect.stringMatching(/^The receipt says 20% VAT \(S\) on .+\. Posted at 0% \(Z\)\.$/),
  ]);
  // Only the total was sent.
  const second = await recorded('1200.00', { ...inclusive, charged: undefined });
  expect(second.sale).toMatchObject({ delivery_country: 'FR', net: 120_000, vat: 0 });
  expect(second.words).toEqual([note]);
  const third = await recorded('1200.00', { charged: [charged(withVat)] });
  expect(third.sale).toMatchObject({ delivery_country: 'FR', vat: 0, gross: 120_000 });
  expect(third.words.join(' ')).toContain('The receipt says 20% VAT (S)');
});

test('V28 an export whose receipt says the product’s own code without VAT, as tills did, is no exception', async () => {
  const { sale, words } = await recorded('1000.00', { charged: [charged({ vat_code: 'S' })] });
  expect(sale.lines[0]).toMatchObject({ ...zeroRated, net: 100_000 });
  expect(words).toEqual([]);
});

test('V2 a till of a company that is not registered sells without a VAT exception, whatever code its receipt names', async () => {
  await sql`update vat_registration set is_registered = false`.execute(app.db);
  try {
    for (const vat_code of ['S', 'O'] as const) {
      const { sale, words } = await recorded('1000.00', {
        channel: 'till',
        session_id: await openTill(app.db),
        delivery_country: undefined,
        charged: [charged({ vat_code })],
      });
      expect(sale.lines[0]).toMatchObject({ vat_code: 'O', vat_percent: 0, vat: 0, gross: 100_000 });
      expect(words, vat_code).toEqual([]);
    }
  } finally {
    await sql`update vat_registration set is_registered = true`.execute(app.db);
  }
});

test('V4 a receipt that names another code than the product has still leaves an exception', async () => {
  const book = await stockedProduct(app.db, {
    vat_code: 'Z',
    price: toPence(100_000),
    price_includes_vat: false,
  });
  const { words } = await recorded('1000.00', {
    delivery_country: 'GB',
    lines: [{ product_id: book, quantity: '1' }],
    charged: [charged({ vat_code: 'E' })],
  });
  expect(words.join(' ')).toContain('The receipt says 0% VAT (E)');
});

test('V2 V28 a paid export of a company that is not registered is outside the scope', async () => {
  await sql`update vat_registration set is_registered = false`.execute(app.db);
  try {
    const { sale, words } = await recorded('1000.00', {
      charged: [charged({ vat_code: 'O' })],
    });
    expect(sale.lines[0]).toMatchObject({ vat_code: 'O', vat: 0, net: 100_000 });
    expect(words).toEqual([]);
  } finally {
    await sql`update vat_registration set is_registered = true`.execute(app.db);
  }
});
