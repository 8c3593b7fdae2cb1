import { randomUUID } from 'node:crypto';
import { stockedProduct } from '../support/shop';
import { type DocumentDesk, daysAgo } from './document-desk';
import type { Body } from './distinct-values';
import { notStored, type Row, shownAs } from './money-document';

/**
 * An export of two products at £2.00 before VAT, each discounted in another way: 6 at £1.70 less 35p, 5 at £2.00 less 10 %,
 * 85p off the basket. £18.00.
 */
export async function deskSale({ db, customer }: DocumentDesk): Promise<Body> {
  return {
    client_id: randomUUID(),
    channel: 'desk',
    customer_id: await customer(),
    price_mode: 'exclusive',
    lines: [
      {
        product_id: await stockedProduct(db),
        quantity: '3',
        factor: '2',
        unit_price: '1.70',
        price_reason: 'Agreed by phone',
        discount_amount: '0.35',
        discount_reason: 'Dented',
        note: 'Wrap it',
      },
      {
        product_id: await stockedProduct(db),
        quantity: '5',
        discount_percent: '10',
        discount_reason: 'Last of them',
        note: 'In a box',
      },
    ],
    discount_amount: '0.85',
    discount_reason: 'Regular customer',
    expected_total: '18.00',
    tenders: [
      { method: 'cheque', tendered: '11.60', reference: 'CHQ-501' },
      { method: 'bank_transfer', tendered: '6.40', reference: 'BACS-502' },
    ],
    customer_reference: 'THEIR-PO-7',
    delivery_address: 'Quai 4, Calais',
    delivery_country: 'FR',
    notes: 'Before noon',
    business_date: daysAgo(2),
    date_reason: 'The line was down',
  };
}

/** The same goods as they were charged without the server: £26.46. */
export async function chargedSale(desk: DocumentDesk): Promise<Body> {
  const { business_date: _day, date_reason: _reason, lines, ...sale } = await deskSale(desk);
  const [first, second] = lines as readonly [Body, Body];
  // The reason of a discount that was not typed is the promotion's, as it was charged.
  const { discount_reason: _typed, ...withoutReason } = second;
  return {
    ...sale,
    delivery_country: 'IM',
    lines: [first, { ...withoutReason, unit_price: '2.90', price_reason: 'As on the shelf' }],
    expected_total: '26.46',
    tenders: [
      { method: 'credit_card', tendered: '20.06', reference: 'SLIP-503' },
      { method: 'bank_transfer', tendered: '6.40', reference: 'BACS-504' },
    ],
    was_offline: true,
    charged: [
      {
        list_price: '2.05',
        unit_price: '1.70',
        amount: '10.20',
        line_discount: '0.35',
        cart_discount: '0.45',
        vat_code: 'S',
        vat_percent: '20.00',
        net: '9.40',
        vat: '1.88',
        gross: '11.28',
      },
      {
        list_price: '3.05',
        unit_price: '2.90',
        amount: '14.50',
        line_discount: '1.45',
        discount_reason: 'Sale of the last',
        cart_discount: '0.40',
        vat_code: 'S',
        vat_percent: '20.00',
        net: '12.65',
        vat: '2.53',
        gross: '15.18',
      },
    ],
    sold_by: desk.other.userId,
    sent_at: new Date().toISOString(),
  };
}

/** The quantities of that sale: its first line is in units of two. */
export const deskRows = (reading: string, under = ''): Record<string, Row> => ({
  [`${under}lines.quantity`]: [
    shownAs(`${reading}.lines.0.quantity`, '6'),
    shownAs(`${reading}.lines.1.quantity`, '5'),
  ],
});

/** Where the fields that a sale and a quote have in common are shown; `under` is where they are in the body. */
export const pricedRows = (reading: string, under = ''): Record<string, Row> =>
  Object.fromEntries(
    Object.entries({
      customer_id: [`${reading}.customer.id`],
      price_mode: [`${reading}.price_mode`],
      'lines.product_id': [`${reading}.lines.*.product.id`],
      'lines.quantity': [`${reading}.lines.*.quantity`],
      'lines.factor': [shownAs(`${reading}.lines.0.quantity`, '6')],
      'lines.unit_price': [`${reading}.lines.*.unit_price`],
      'lines.price_reason': [`${reading}.lines.*.price_reason`],
      'lines.discount_amount': [`${reading}.lines.*.line_discount`],
      'lines.discount_percent': [shownAs(`${reading}.lines.1.line_discount`, '1.00')],
      'lines.discount_reason': [`${reading}.lines.*.discount_reason`],
      'lines.note': [`${reading}.lines.*.note`],
      discount_amount: [`${reading}.cart_discount`],
      discount_percent: [shownAs(`${reading}.cart_discount`, '0.96')],
      discount_reason: [`${reading}.discount_reason`],
      expected_total: [`${reading}.gross`],
      customer_reference: [`${reading}.customer_reference`],
      delivery_address: [`${reading}.delivery_address`],
      delivery_country: [`${reading}.delivery_country`],
      notes: [`${reading}.notes`],
    }).map(([name, row]) => [`${under}${name}`, row]),
  );

export const saleRows = (reading: string, under = ''): Record<string, Row> => ({
  ...pricedRows(reading, under),
  ...Object.fromEntries(
    Object.entries({
      client_id: [`${reading}.client_id`],
      channel: [`${reading}.channel`],
      session_id: [`${reading}.register.session_id`],
      // Goods given back in part payment are a tender, too.
      'tenders.method': [`${reading}.tenders.method`],
      'tenders.tendered': [`${reading}.tenders.tendered`],
      'tenders.reference': [`${reading}.tenders.reference`],
      business_date: [`${reading}.business_date`],
      date_reason: ['journals.reason'],
      sold_at: [`${reading}.sold_at`],
      was_offline: [`${reading}.was_offline`],
      approvals: notStored('used for what needs approval, and kept with the approvals'),
      held_basket_id: ['audit.record_id'],
      quote_id: [`${reading}.quote.id`],
      quote_revision: notStored('compared with the revision of the quote'),
      device_id: ['stored.device_id'],
      receipt_number: [`${reading}.receipt_number`],
    }).map(([name, row]) => [`${under}${name}`, row]),
  ),
});
