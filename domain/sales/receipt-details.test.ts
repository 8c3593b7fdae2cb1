import { describe, expect, test } from 'vitest';
import { pence, someSale as sale } from '../../tests/fixtures/some-sale';
import { canAddressInvoice, invoiceKind } from './invoice-kind';
import { receiptOf } from './receipt';
import type { SaleDetail } from './sale.contract';

type Line = SaleDetail['lines'][number];
const withLine = (line: Partial<Line>, more: Partial<SaleDetail> = {}) => {
  const document = sale(1200);
  return sale(1200, { lines: document.lines.map(one => ({ ...one, ...line })), ...more });
};
const unregistered = { seller: { name: 'Corner Shop', lines: ['2 High Street'], vat_number: null } };
const labels = (document: SaleDetail, options?: Parameters<typeof receiptOf>[1]) =>
  receiptOf(document, options).facts.map(([label]) => label);

describe('V19 the facts of a sale', () => {
  const everything = sale(1200, {
    customer: { id: 2, name: 'Grace Moss', is_walk_in: false },
    customer_address: '3 Mill Lane',
    customer_vat_number: 'GB999999973',
    customer_reference: 'PO 88',
    delivery_address: 'Dock 4',
    outstanding: pence(500),
    replaces: { id: 3, number: 'INV-00005', business_date: '2026-03-13', gross: pence(1200) },
    receipt_number: 'T1-A-000042',
  });
  test('stand in one order, each where there is something to say', () => {
    expect(receiptOf(everything).facts).toEqual([
      ['Number', 'INV-00007'],
      ['Receipt', 'T1-A-000042'],
      ['Date', '14 Mar 2026'],
      ['Time of supply', '14 Mar 2026, 10:30:00 GMT'],
      ['Customer', 'Grace Moss'],
      ['Address', '3 Mill Lane'],
      ['Customer VAT number', 'GB999999973'],
      ['Your reference', 'PO 88'],
      ['Deliver to', 'Dock 4'],
      ['Due', '13 Apr 2026'],
      ['Till', 'Till 1'],
      ['Served by', 'Ruth'],
      ['Replaces', 'INV-00005'],
    ]);
    expect(labels(sale())).toEqual(['Number', 'Date', 'Time of supply', 'Till', 'Served by']);
    const bare = sale(1200, { register: null, customer_reference: '', delivery_address: '' });
    expect(labels(bare)).toEqual(['Number', 'Date', 'Time of supply', 'Served by']);
  });

  test('on a gift receipt are those that say nothing of the buyer or of money', () => {
    expect(labels(everything, { gift: true })).toEqual([
      'Number',
      'Receipt',
      'Date',
      'Time of supply',
      'Your reference',
      'Till',
      'Served by',
      'Replaces',
    ]);
  });

  test('V10 of an imported sale are dated by its tax point, which has no hour', () => {
    const imported = sale(1200, { channel: 'import', tax_point: '2026-03-10' });
    expect(receiptOf(imported).facts).toContainEqual(['Time of supply', '10 Mar 2026']);
  });

  test('V10 V19 of a backdated sale are dated by its tax point, not by when it was entered', () => {
    const timeOf = (sold_at: string, tax_point: string) =>
      receiptOf(sale(1200, { sold_at, tax_point } as never)).facts.find(
        ([label]) => label === 'Time of supply',
      )?.[1];
    expect(timeOf('2026-11-28T10:15:00.000Z', '2026-10-31')).toBe('31 Oct 2026');
    // Half past midnight in London is still the day before in UTC.
    expect(timeOf('2026-06-14T23:30:00.000Z', '2026-06-15')).toBe('15 Jun 2026, 00:30:00 BST');
    expect(timeOf('2026-06-14T23:30:00.000Z', '2026-06-14')).toBe('14 Jun 2026');
  });

  test('V22 of a sale that is not sent yet bear the number of its receipt alone', () => {
    const unsent = sale(1200, { id: 0, receipt_number: 'T1-A-000042' });
    expect(labels(unsent).slice(0, 2)).toEqual(['Receipt', 'Date']);
    expect(receiptOf(unsent).code).toBe('T1-A-000042');
  });

  test('V28 of an export name the country and why it bears no VAT', () => {
    const zeroRated = { by_rate: sale(1200).by_rate.map(rate => ({ ...rate, vat_code: 'Z' as const })) };
    const exported = receiptOf(sale(1200, { delivery_country: 'FR', ...zeroRated })).facts;
    expect(exported).toEqual(
      expect.arrayContaining([
        ['Country of delivery', 'France'],
        ['VAT treatment', 'Zero-rated export of goods: VAT Act 1994 s.30(6).'],
      ]),
    );
    // An imported sale that went abroad with VAT says no more than where.
    expect(labels(sale(1200, { delivery_country: 'FR' }))).not.toContain('VAT treatment');
    expect(labels(sale(1200, { delivery_country: 'FR', ...zeroRated, ...unregistered }))).toEqual([
      'Number',
      'Date',
      'Time of supply',
      'Country of delivery',
      'Till',
      'Served by',
    ]);
  });
});

describe('the lines and sums of a sale', () => {
  const only = (line: Partial<Line>, more: Partial<SaleDetail> = {}) =>
    receiptOf(withLine(line, more)).lines[0];
  test('M5 a discount is printed with its line, and the amount of the line is after it', () => {
    expect(only({ line_discount: pence(100), discount_reason: 'Shop soiled' })).toMatchObject({
      discount: 'Shop soiled:\u00a0−£1.00',
      amount: '£11.00',
    });
    expect(only({ line_discount: pence(100) })?.discount).toBe('Discount:\u00a0−£1.00');
    expect(only({})).toMatchObject({ discount: null, amount: '£12.00' });
  });

  test('V19 a rate is printed in percent, a zero-rated or exempt line by its name; none where there is no VAT', () => {
    expect(only({ vat_code: 'R', vat_percent: 500 })?.rate).toBe('5%');
    expect(only({ vat_code: 'Z', vat_percent: 0 })?.rate).toBe('Zero rate');
    expect(only({ vat_code: 'E', vat_percent: 0 })?.rate).toBe('Exempt');
    expect(only({}, unregistered)?.rate).toBe('');
  });

  test('M4 the subtotal is what the lines come to after their own discounts', () => {
    const document = withLine({ line_discount: pence(100) }, { cart_discount: pence(50) });
    expect(receiptOf(document).totals.slice(0, 2)).toEqual([
      ['Subtotal', '£11.00'],
      ['Discount', '−£0.50'],
    ]);
  });

  test('a payment bears its reference, and who is not registered no VAT number', () => {
    const [tender] = sale().tenders;
    if (!tender) throw new Error('The sale is paid');
    const paid = sale(1200, { change: pence(0), tenders: [{ ...tender, reference: 'slip 4' }] });
    expect(receiptOf(paid).payments).toEqual([['Cash slip 4', '£20.00']]);
    expect(receiptOf(sale(1200, unregistered)).seller.lines).toEqual(['2 High Street']);
    expect([receiptOf(sale()).isCopy, receiptOf(sale()).isGift]).toEqual([false, false]);
  });
});

test('V20 one exempt item among others is enough to need a full invoice', () => {
  const [rate] = sale().by_rate;
  if (!rate) throw new Error('The sale has a rate');
  expect(invoiceKind(sale(1200, { by_rate: [rate, { ...rate, vat_code: 'E' }] }))).toBe('receipt');
});

test('K5 an address entered for the invoice can be corrected, and a walk-in sale can be given one', () => {
  const customer = { id: 2, name: 'Grace Moss', is_walk_in: false };
  const invoice_to = { name: 'Moss Interiors', address: '3 Mill Lane' };
  const addressed = { customer, customer_address: '3 Mill Lane' };
  expect(canAddressInvoice(sale(1200, { ...addressed, invoice_to })).allowed).toBe(true);
  expect(canAddressInvoice(sale(1200, addressed)).allowed).toBe(false);
  expect(canAddressInvoice(sale(1200, { customer_address: '3 Mill Lane' })).allowed).toBe(true);
});
