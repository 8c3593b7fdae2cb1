import { randomUUID } from 'node:crypto';
import { minutesAgo } from '../support/paid-sales';
import { openTill } from '../support/shop';
import { type DocumentsByRoute, daysAgo } from './document-desk';
import { notStored, shownAs } from './money-document';
import { refundRows } from './refund-fields';
import { chargedSale, deskRows, deskSale, saleRows } from './sale-fields';
import { held, saleOfQuote, soldToCustomer, tillSale } from './sold';

const saleReadings = {
  sale: '/sales/{reply.id}',
  row: '/sales#{reply.id}',
  stored: 'table:sales?id={reply.id}',
};

/** What the list of sales shows under the name of the field. */
const listedRows = {
  channel: ['sale.channel', 'row.channel'],
  business_date: ['sale.business_date', 'row.business_date'],
  sold_at: ['sale.sold_at', 'row.sold_at'],
};

export const saleDocuments: DocumentsByRoute = {
  'POST /sales': async desk => {
    const onHold = await tillSale(desk);
    return {
      examples: [
        { body: await deskSale(desk), rows: deskRows('sale') },
        { body: { ...onHold, held_basket_id: await held(desk, onHold.client_id) } },
        { body: { ...(await tillSale(desk)), sold_at: minutesAgo(2).toISOString(), was_offline: true } },
        { body: await saleOfQuote(desk) },
      ],
      readings: saleReadings,
      rows: { ...saleRows('sale'), ...listedRows },
    };
  },
  'POST /sales/paid': async desk => {
    const onHold = await tillSale(desk);
    return {
      examples: [
        {
          body: {
            ...onHold,
            held_basket_id: await held(desk, onHold.client_id),
            sold_at: minutesAgo(3).toISOString(),
            was_offline: true,
          },
        },
        {
          body: await chargedSale(desk),
          rows: {
            ...deskRows('sale'),
            'lines.discount_percent': shownAs('sale.lines.1.line_discount', '1.45'),
          },
        },
        { body: { ...(await saleOfQuote(desk)), was_offline: true } },
      ],
      readings: { sale: '/sales/{reply.sale.id}', stored: 'table:sales?id={reply.sale.id}' },
      rows: {
        ...saleRows('sale'),
        business_date: notStored('the day of a paid sale is that of its time'),
        date_reason: notStored('the day of a paid sale is that of its time'),
        'charged.list_price': 'sale.lines.*.list_price',
        'charged.unit_price': 'sale.lines.*.unit_price',
        'charged.amount': 'sale.lines.*.amount',
        'charged.line_discount': 'sale.lines.*.line_discount',
        'charged.discount_reason': 'sale.lines.*.discount_reason',
        'charged.cart_discount': 'sale.lines.*.cart_discount',
        'charged.vat_code': 'sale.lines.*.vat_code',
        'charged.vat_percent': 'sale.lines.*.vat_percent',
        'charged.net': 'sale.lines.*.net',
        'charged.vat': 'sale.lines.*.vat',
        'charged.gross': 'sale.lines.*.gross',
        sold_by: shownAs('sale.sold_by', desk.other.name),
        sent_at: notStored('compared with the clock'),
      },
      alike: {
        'charged.unit_price': 'the price that was typed',
        'charged.line_discount': 'the discount that was typed',
        'charged.vat_percent': 'the same for both lines',
      },
    };
  },
  'POST /sales/{id}/export-evidence': async desk => {
    const id = await desk.newId('/sales', await deskSale(desk));
    return {
      examples: [
        {
          params: { id },
          body: { kind: 'courier_record', reference: 'Parcel 88-12', left_on: daysAgo(1) },
        },
      ],
      readings: { sale: '/sales/{id}' },
      rows: {
        kind: 'sale.export_evidence.kind',
        reference: 'sale.export_evidence.reference',
        left_on: 'sale.export_evidence.left_on',
      },
    };
  },
  'POST /sales/{id}/invoice-address': async desk => {
    const sale = await tillSale(desk);
    const id = await desk.newId('/sales', sale);
    return {
      examples: [{ params: { id }, body: { name: 'Orla Finch', address: '7 Mill Lane, Frome' } }],
      readings: { sale: '/sales/{id}' },
      rows: { name: 'sale.invoice_to.name', address: 'sale.invoice_to.address' },
    };
  },
  'POST /sales/{id}/refunds': async desk => {
    const id = await soldToCustomer(desk);
    return {
      examples: [
        {
          params: { id },
          body: {
            client_id: randomUUID(),
            session_id: await openTill(desk.db),
            reason: 'Handles fell off',
            lines: [
              { line_number: 1, quantity: '3', goods: 'damaged' },
              { line_number: 2, amount: '1.20' },
            ],
            expected_total: '8.40',
            tenders: [
              { method: 'credit_card', amount: '5.10', reference: 'SLIP-BACK-5' },
              { method: 'bank_transfer', amount: '3.30', reference: 'BACS-BACK-3' },
            ],
          },
        },
      ],
      readings: { sale: '/sales/{id}', notes: 'table:credit_notes?sale_id={id}' },
      rows: refundRows('sale', 'notes'),
    };
  },
};
