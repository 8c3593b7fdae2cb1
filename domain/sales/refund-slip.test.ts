import { expect, test } from 'vitest';
import { pence, someSale } from '../../tests/fixtures/some-sale';
import { wholeUnits } from '../kernel/quantity';
import { defaultReceipt } from '../settings/receipt-layout.contract';
import { refundSlip } from './refund-slip';
import type { SaleDetail } from './sale.contract';
import { tenderMethodNames } from './tender';

type Note = SaleDetail['credit_notes'][number];
type Line = Note['lines'][number];

/** One of two mugs at £6.00 is returned: £5.00 and 20% VAT. */
const note = (line: Partial<Line> = {}): Note => ({
  id: 1,
  number: 'CN-00003',
  client_id: '6f9b2c1e-4a57-4d0e-9c3b-5b8f0a7d2e11',
  kind: 'refund',
  business_date: '2026-03-16',
  reason: 'Chipped',
  net: pence(500),
  vat: pence(100),
  gross: pence(600),
  refunded_by: 'Owen',
  refunded_at: new Date('2026-03-16T09:05:00Z'),
  journal_id: 2,
  tenders: [{ method: 'cash', amount: pence(600), from_wallet: pence(0), reference: null }],
  lines: [
    {
      sale_line_number: 1,
      description: 'Blue mug',
      quantity: wholeUnits(1),
      goods: 'stock',
      net: pence(500),
      vat: pence(100),
      gross: pence(600),
      ...line,
    },
  ],
});
const unregistered = { seller: { name: 'Corner Shop', lines: ['2 High Street'], vat_number: null } };

test('V21 a credit note has its number and date, the original sale, the reason, and what is credited', () => {
  expect(refundSlip(someSale(), note())).toEqual({
    title: 'Credit note',
    isFull: false,
    isCopy: false,
    isGift: false,
    seller: { name: 'Harbour Vale Ltd', lines: ['1 Quay Street', 'Bristol', 'VAT number GB123456789'] },
    logo: null,
    header: null,
    facts: [
      ['Number', 'CN-00003'],
      ['Date', '16 Mar 2026'],
      ['Time', '16 Mar 2026, 09:05:00 GMT'],
      ['Original sale', 'INV-00007, 14 Mar 2026'],
      ['Reason', 'Chipped'],
      ['Served by', 'Owen'],
    ],
    lines: [
      {
        code: 'MUG',
        description: 'Blue mug',
        quantity: '1',
        counted: '1 × £6.00',
        unitPrice: '£6.00',
        discount: null,
        rate: '20%',
        amount: '−£6.00',
        net: '−£5.00',
        note: null,
      },
    ],
    totals: [
      ['Net', '−£5.00'],
      ['VAT', '−£1.00'],
      ['Total', '−£6.00'],
    ],
    vat: [],
    payments: [['Refunded: Cash', '£6.00']],
    footer: null,
    code: 'CN-00003',
    hasBarcode: true,
  });
});

test('V21 it names the customer or whom the invoice is addressed to, and no one for a walk-in sale', () => {
  const named = someSale(1200, {
    customer: { id: 2, name: 'Grace Moss', is_walk_in: false },
    customer_address: '3 Mill Lane',
  });
  expect(refundSlip(named, note()).facts).toEqual(
    expect.arrayContaining([
      ['Customer', 'Grace Moss'],
      ['Address', '3 Mill Lane'],
    ]),
  );
  const addressed = someSale(1200, { invoice_to: { name: 'Acme Ltd', address: '7 Works Road\nLeeds' } });
  expect(refundSlip(addressed, note()).facts).toEqual(
    expect.arrayContaining([
      ['Customer', 'Acme Ltd'],
      ['Address', '7 Works Road\nLeeds'],
    ]),
  );
  const walkIn = refundSlip(someSale(), note()).facts.map(([label]) => label);
  expect(walkIn).not.toContain('Customer');
  const nowhere = someSale(1200, { customer_address: '' });
  expect(refundSlip(nowhere, note()).facts.map(([label]) => label)).not.toContain('Address');
});

test('price, difference and amount of a line add up as printed', () => {
  const only = (line: Partial<Line>, sale: Partial<SaleDetail> = {}) =>
    refundSlip(someSale(1200, sale), note(line)).lines[0];
  expect(only({ gross: pence(550) })).toMatchObject({
    unitPrice: '£6.00',
    discount: 'Discount: −£0.50',
    amount: '−£5.50',
  });
  // Prices excluding VAT: £6.00 less £1.00 is the net credited.
  expect(only({}, { price_mode: 'exclusive' })).toMatchObject({
    discount: 'Discount: −£1.00',
    amount: '−£5.00',
  });
  // Part of the price; the customer keeps the goods.
  expect(only({ quantity: wholeUnits(0), gross: pence(300), net: pence(250) })).toMatchObject({
    quantity: 'Part refund',
    unitPrice: '£3.00',
    discount: null,
    amount: '−£3.00',
    net: '−£2.50',
  });
});

test('a credited line shows the code and price of the line that was sold', () => {
  const [mug] = someSale().lines;
  if (!mug) throw new Error('The sale has a line');
  const jug = { ...mug, line_number: 2, product: { id: 2, sku: 'JUG' }, unit_price: pence(650) };
  const slip = refundSlip(someSale(1200, { lines: [mug, jug] }), note({ sale_line_number: 2 }));
  expect(slip.lines[0]).toMatchObject({ code: 'JUG', unitPrice: '£6.50', amount: '−£6.00' });
});

test('V2 V23 a seller who is not registered gives a refund without VAT number, VAT or rate', () => {
  expect(refundSlip(someSale(1200, unregistered), note())).toMatchObject({
    title: 'Refund',
    seller: { lines: ['2 High Street'] },
    totals: [['Total', '−£6.00']],
    lines: [{ rate: '' }],
  });
});

test('the slip follows the company’s layout and names, and a copy is marked', () => {
  const layout = {
    ...defaultReceipt,
    header: 'Open daily',
    footer: 'Thank you',
    shows_logo: false,
    shows_served_by: false,
    shows_barcode: false,
  };
  const plain = refundSlip(someSale(), note(), {
    layout,
    logo: '/logo',
    copy: true,
    names: { ...tenderMethodNames, cash: 'Notes' },
  });
  expect(plain).toMatchObject({
    logo: null,
    header: 'Open daily',
    footer: 'Thank you',
    hasBarcode: false,
    isCopy: true,
    payments: [['Refunded: Notes', '£6.00']],
  });
  expect(plain.facts.map(([label]) => label)).not.toContain('Served by');
  expect(refundSlip(someSale(), note(), { logo: '/logo' }).logo).toBe('/logo');
});

test('F29 W9 the slip says what was taken off the balance due, beside what was refunded', () => {
  const cash = { method: 'cash' as const, amount: pence(240), from_wallet: pence(0), reference: null };
  expect(refundSlip(someSale(), { ...note(), tenders: [cash] }).payments).toEqual([
    ['Refunded: Cash', '£2.40'],
    ['Taken off the balance due', '£3.60'],
  ]);
  expect(refundSlip(someSale(), { ...note(), tenders: [] }).payments).toEqual([
    ['Taken off the balance due', '£6.00'],
  ]);
});
