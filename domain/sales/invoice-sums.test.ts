import { expect, test } from 'vitest';
import { pence, someSale } from '../../tests/fixtures/some-sale';
import { discountName, invoiceSums } from './invoice-sums';
import type { SaleDetail } from './sale.contract';
import { tenderMethodNames } from './tender';

const cash = (applied: number, reference: string | null = null) => ({
  method: 'cash' as const,
  tendered: pence(applied),
  applied: pence(applied),
  refundable: pence(applied),
  reference,
});
const onAccount = (applied: number) => ({ ...cash(applied), method: 'account' as const });

/** £12.00: £5.00 paid, £7.00 on account; £3.00 paid later, £3.00 credited, £2.50 of it in cash. £3.50 is due. */
const partly = (more: Partial<SaleDetail> = {}) =>
  someSale(1200, {
    tenders: [cash(500, 'slip 4'), onAccount(700)],
    receipts: [
      { kind: 'payment', number: 'RCT-1', business_date: '2026-03-20', amount: pence(200) },
      { kind: 'credit', number: null, business_date: '2026-03-21', amount: pence(100) },
    ],
    credit_notes: [
      {
        number: 'CN-1',
        gross: pence(300),
        tenders: [
          { method: 'cash', amount: pence(250), reference: null },
          { method: 'account', amount: pence(50), reference: null },
        ],
      },
    ],
    outstanding: pence(350),
    ...more,
  } as unknown as Partial<SaleDetail>);

test('A7 every row from the total to the balance due is printed, and they add up', () => {
  expect(invoiceSums(partly())).toEqual([
    ['Total', '£12.00', 'bold'],
    ['Paid: Cash slip 4', '−£5.00'],
    ['Paid: RCT-1, 20 Mar 2026', '−£2.00'],
    ['Account credit, 21 Mar 2026', '−£1.00'],
    ['Credit note CN-1', '−£3.00'],
    ['Refunded: Cash', '£2.50'],
    ['Balance due', '£3.50', 'bold'],
  ]);
});

test('A7 what neither payments nor credit notes explain has a row of its own', () => {
  const rest = (outstanding: number) =>
    invoiceSums(partly({ outstanding: pence(outstanding) })).slice(-2, -1)[0];
  expect(rest(300)).toEqual(['Other adjustments', '−£0.50']);
  expect(rest(400)).toEqual(['Credit on your account', '£0.50']);
  expect(rest(350)).toEqual(['Refunded: Cash', '£2.50']);
});

test('W4 credit, a write-off and a reversed payment are named for what they are', () => {
  // £12.00: £9.00 from the wallet, of which £2.00 bounced; £3.00 of a credit note, £1.00 written off. £1.00 is due.
  const on = '2026-03-20' as const;
  const sale = someSale(1200, {
    tenders: [{ ...cash(900), method: 'wallet' }],
    receipts: [
      { kind: 'reversal', number: 'RCT-1', business_date: on, amount: pence(-200) },
      { kind: 'credit', number: 'CN-4', business_date: on, amount: pence(300) },
      { kind: 'write_off', number: 'WAL-1', business_date: on, amount: pence(100) },
    ],
    outstanding: pence(100),
  } as unknown as Partial<SaleDetail>);
  expect(invoiceSums(sale)).toEqual([
    ['Total', '£12.00', 'bold'],
    ['Paid: Wallet', '−£9.00'],
    ['Payment reversed: RCT-1, 20 Mar 2026', '£2.00'],
    ['Account credit: CN-4, 20 Mar 2026', '−£3.00'],
    ['Written off, 20 Mar 2026', '−£1.00'],
    ['Balance due', '£1.00', 'bold'],
  ]);
});

test('a sale paid at once has one payment row, with the company’s name for the method', () => {
  expect(invoiceSums(someSale(1200))).toEqual([
    ['Total', '£12.00', 'bold'],
    ['Paid: Cash', '−£12.00'],
    ['Balance due', '£0.00', 'bold'],
  ]);
  expect(invoiceSums(someSale(1200), { ...tenderMethodNames, cash: 'Notes' })[1]).toEqual([
    'Paid: Notes',
    '−£12.00',
  ]);
});

test('V3 V23 prices excluding VAT lead to the total through VAT, unless the seller is not registered', () => {
  expect(invoiceSums(someSale(1200, { price_mode: 'exclusive' })).slice(0, 3)).toEqual([
    ['Net', '£10.00'],
    ['VAT', '£2.00'],
    ['Total', '£12.00', 'bold'],
  ]);
  const seller = { name: 'Corner Shop', lines: [], vat_number: null };
  expect(invoiceSums(someSale(1200, { price_mode: 'exclusive', seller }))[0]?.[0]).toBe('Total');
});

test('M4 the basket discount is between the subtotal of the lines and the total', () => {
  const [line] = someSale(1200).lines;
  if (!line) throw new Error('The sale has a line');
  // £12.00 less £1.00 off the line is £11.00, less £1.00 off the basket £10.00.
  const sale = someSale(1000, {
    lines: [{ ...line, line_discount: pence(100) }],
    cart_discount: pence(100),
    discount_reason: 'Regular',
  });
  expect(invoiceSums(sale).slice(0, 3)).toEqual([
    ['Subtotal', '£11.00'],
    ['Discount: Regular', '−£1.00'],
    ['Total', '£10.00', 'bold'],
  ]);
  expect([discountName(null), discountName('')]).toEqual(['Discount', 'Discount']);
});
