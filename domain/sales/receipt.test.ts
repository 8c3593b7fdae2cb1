import { expect, test } from 'vitest';
import { pence, someSale as sale } from '../../tests/fixtures/some-sale';
import { needsBuyer, canAddressInvoice, invoiceKind } from './invoice-kind';
import { receiptOf } from './receipt';

test('V20 a till receipt up to £250 is a simplified invoice: seller, VAT number, time, goods, total, gross and rate by rate', () => {
  const receipt = receiptOf(sale());
  expect(receipt).toMatchObject({
    title: 'VAT receipt',
    isFull: false,
    seller: { name: 'Harbour Vale Ltd', lines: ['1 Quay Street', 'Bristol', 'VAT number GB123456789'] },
    vat: [{ rate: '20%', gross: '£12.00', vat: '£2.00' }],
    code: 'INV-00007',
  });
  expect(receipt.facts).toContainEqual(['Time of supply', '14 Mar 2026, 10:30:00 GMT']);
  expect(receipt.totals).toContainEqual(['Total', '£12.00']);
  expect(receipt.payments).toEqual([
    ['Cash', '£20.00'],
    ['Change', '£8.00'],
  ]);
});

const exempt = (gross: number) =>
  sale(gross, { by_rate: sale(gross).by_rate.map(rate => ({ ...rate, vat_code: 'E' as const })) });
const named = { customer: { id: 2, name: 'Grace Moss', is_walk_in: false } };
const addressed = { ...named, customer_address: '3 Mill Lane\nBath' };
const invoiceDetails = { invoice_to: { name: 'Moss Interiors', address: '3 Mill Lane\nBath' } };
const unregistered = { seller: { name: 'Corner Shop', lines: [], vat_number: null } };

// V19: a full VAT invoice names the customer and address. V20: a simplified one is enough up to £250 with nothing
// exempt.
test.each([
  ['a walk-in at £250 exactly', sale(25_000), 'simplified', 'VAT receipt', false],
  ['a walk-in above £250', sale(25_002), 'receipt', 'Receipt', true],
  ['a walk-in with an exempt item', exempt(1200), 'receipt', 'Receipt', true],
  [
    'a walk-in above £250 who gave name and address',
    sale(25_002, invoiceDetails),
    'full',
    'VAT invoice',
    false,
  ],
  ['a walk-in below £250 who asked', sale(1200, invoiceDetails), 'full', 'VAT invoice', false],
  ['a customer with name and address', sale(1200, addressed), 'full', 'VAT invoice', false],
  ['a customer without an address', sale(1200, named), 'simplified', 'VAT receipt', false],
  ['a customer without an address above £250', sale(25_002, named), 'receipt', 'Receipt', true],
  ['a seller who is not registered', sale(25_002, unregistered), 'receipt', 'Receipt', false],
  ['the same for somebody with a name', sale(1200, { ...named, ...unregistered }), 'full', 'Invoice', false],
  ['the same for who asked', sale(25_002, { ...invoiceDetails, ...unregistered }), 'full', 'Invoice', false],
] as const)('F37 V19 V20 V23 the document of %s has the right title', (_, document, kind, title, asks) => {
  expect(invoiceKind(document)).toBe(kind);
  expect(needsBuyer(document)).toBe(asks);
  const paper = receiptOf(document);
  expect([paper.title, paper.isFull]).toEqual([title, kind === 'full']);
  if (kind !== 'full') expect(JSON.stringify(paper)).not.toMatch(/VAT invoice/i);
});

test('F37 a full invoice names the customer, and a receipt above £250 says how to get one', () => {
  const invoice = receiptOf(sale(30_000, invoiceDetails));
  expect(invoice.facts).toEqual(
    expect.arrayContaining([
      ['Number', 'INV-00007'],
      ['Customer', 'Moss Interiors'],
      ['Address', '3 Mill Lane\nBath'],
    ]),
  );
  const receipt = receiptOf(sale(30_000));
  expect(receipt.facts).toContainEqual(['For VAT', 'Ask for an invoice with your name and address']);
  expect(receipt.facts.flat()).not.toContain('Customer');
  expect(receiptOf(sale(30_000), { gift: true }).facts.flat()).not.toContain('For VAT');
});

test('F37 K5 an invoice addressed from a customer record keeps its address, and a cancelled sale gets none', () => {
  expect(canAddressInvoice(sale(30_000)).allowed).toBe(true);
  expect(canAddressInvoice(sale(30_000, invoiceDetails)).allowed, 'a slip of the pen is put right').toBe(
    true,
  );
  expect(canAddressInvoice(sale(30_000, named)).allowed).toBe(true);
  expect(canAddressInvoice(sale(30_000, addressed))).toMatchObject({ allowed: false });
  expect(canAddressInvoice(sale(30_000, { status: 'cancelled' }))).toMatchObject({ allowed: false });
});

test('V19 a full invoice names the customer, and each line its quantity, price, rate and net', () => {
  const receipt = receiptOf(
    sale(30_000, {
      customer: { id: 2, name: 'Grace Moss', is_walk_in: false },
      customer_address: '3 Mill Lane\nBath',
      customer_reference: 'PO 88',
    }),
  );
  expect(receipt.title).toBe('VAT invoice');
  expect(receipt.facts).toEqual(
    expect.arrayContaining([
      ['Number', 'INV-00007'],
      ['Date', '14 Mar 2026'],
      ['Customer', 'Grace Moss'],
      ['Address', '3 Mill Lane\nBath'],
      ['Your reference', 'PO 88'],
    ]),
  );
  expect(receipt.lines[0]).toMatchObject({
    quantity: '2',
    counted: '2 × £150.00',
    unitPrice: '£150.00',
    rate: '20%',
    net: '£250.00',
  });
  expect(receipt.totals).toEqual([
    ['Net', '£250.00'],
    ['VAT', '£50.00'],
    ['Total', '£300.00'],
  ]);
});

test('V2 V23 a company that is not registered shows neither VAT number nor VAT', () => {
  const receipt = receiptOf(sale(1200, { seller: { name: 'Corner Shop', lines: [], vat_number: null } }));
  expect(receipt).toMatchObject({ title: 'Receipt', vat: [], totals: [['Total', '£12.00']] });
  expect(JSON.stringify(receipt)).not.toContain('VAT');
});

test('a copy is marked, and a gift receipt shows neither prices nor the customer', () => {
  const document = sale(1200, { customer: { id: 2, name: 'Grace Moss', is_walk_in: false } });
  expect(receiptOf(document, { copy: true }).isCopy).toBe(true);
  const gift = receiptOf(document, { gift: true });
  expect(gift).toMatchObject({ title: 'Gift receipt', totals: [], vat: [], payments: [], code: 'INV-00007' });
  expect(gift.facts.flat()).not.toContain('Grace Moss');
  expect(JSON.stringify(gift)).not.toMatch(/[£%]/);
  expect(gift.lines[0]).toMatchObject({ quantity: '2', counted: '2', amount: '' });
});

test('a balance is shown with its due date, and a discount with its reason', () => {
  const receipt = receiptOf(
    sale(1200, {
      tenders: [],
      change: pence(0),
      on_account: pence(1200),
      outstanding: pence(1200),
      cart_discount: pence(100),
      discount_reason: 'Regular',
    }),
  );
  expect(receipt.payments).toEqual([
    ['On account', '£12.00'],
    ['Due by 13 Apr 2026', '£12.00'],
  ]);
  expect(receipt.totals.slice(0, 2)).toEqual([
    ['Subtotal', '£12.00'],
    ['Discount: Regular', '−£1.00'],
  ]);
});
