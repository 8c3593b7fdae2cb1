import { randomUUID } from 'node:crypto';
import type { DocumentsByRoute } from './document-desk';
import { notStored, shownAs } from './money-document';
import { refundRows } from './refund-fields';
import { deskRows, deskSale, saleRows } from './sale-fields';
import { held, soldToCustomer, tillSale } from './sold';

/** What the sale that takes the place of another does not say of itself. */
const replacementRows = {
  'sale.business_date': notStored('refused unless it is today, as both halves are dated'),
  'sale.sold_at': notStored('of a sale that was paid at a till without the server'),
  'sale.was_offline': notStored('of a sale that was paid at a till without the server'),
  'sale.quote_id': notStored('refused: a quote is invoiced from its own page'),
  'sale.quote_revision': notStored('refused: a quote is invoiced from its own page'),
};

export const changedSales: DocumentsByRoute = {
  'POST /sales/{id}/replace': async desk => {
    const { business_date: _day, ...dearer } = await deskSale(desk);
    const cheaper = await tillSale(desk);
    return {
      examples: [
        {
          params: { id: await soldToCustomer(desk) },
          body: {
            reason: 'They took other goods',
            sale: {
              ...dearer,
              tenders: [
                { method: 'cheque', tendered: '4.10', reference: 'CHQ-601' },
                { method: 'bank_transfer', tendered: '1.90', reference: 'BACS-602' },
              ],
            },
          },
          rows: deskRows('sale', 'sale.'),
        },
        {
          params: { id: await soldToCustomer(desk) },
          body: {
            reason: 'They took fewer goods',
            sale: { ...cheaper, held_basket_id: await held(desk, cheaper.client_id), tenders: [] },
            refund_tenders: [
              { method: 'credit_card', amount: '2.10', reference: 'SLIP-603' },
              { method: 'bank_transfer', amount: '1.26', reference: 'BACS-604' },
            ],
          },
        },
      ],
      readings: {
        sale: '/sales/{reply.id}',
        stored: 'table:sales?id={reply.id}',
        before: '/sales/{id}',
      },
      rows: {
        reason: ['before.credit_notes.0.reason', 'audit.after.reason'],
        version: notStored('identifies the state that is edited'),
        outstanding: notStored('compared with what is outstanding'),
        ...saleRows('sale', 'sale.'),
        ...replacementRows,
        'refund_tenders.method': 'before.credit_notes.0.tenders.method',
        'refund_tenders.amount': 'before.credit_notes.0.tenders.amount',
        'refund_tenders.reference': 'before.credit_notes.0.tenders.reference',
      },
    };
  },
  'POST /sales/{id}/exchange': async desk => {
    const { business_date: _day, ...dearer } = await deskSale(desk);
    const cheaper = await tillSale(desk);
    return {
      examples: [
        {
          params: { id: await soldToCustomer(desk) },
          body: {
            refund: {
              client_id: randomUUID(),
              reason: 'Another colour',
              lines: [{ line_number: 1, quantity: '4', goods: 'damaged' }],
              expected_total: '9.60',
              tenders: [],
            },
            sale: {
              ...dearer,
              tenders: [
                { method: 'cheque', tendered: '4.30', reference: 'CHQ-701' },
                { method: 'bank_transfer', tendered: '4.10', reference: 'BACS-702' },
              ],
            },
          },
          rows: deskRows('sale', 'sale.'),
        },
        {
          params: { id: await soldToCustomer(desk) },
          body: {
            refund: {
              client_id: randomUUID(),
              session_id: cheaper.session_id,
              reason: 'Another size',
              lines: [
                { line_number: 1, quantity: '4' },
                { line_number: 2, amount: '1.20' },
              ],
              expected_total: '10.80',
              tenders: [
                { method: 'credit_card', amount: '2.30', reference: 'SLIP-703' },
                { method: 'bank_transfer', amount: '2.02', reference: 'BACS-704' },
              ],
            },
            sale: {
              ...cheaper,
              lines: [{ ...cheaper.lines[0], quantity: '3' }],
              expected_total: '6.48',
              held_basket_id: await held(desk, cheaper.client_id),
              tenders: [],
            },
          },
          rows: { 'sale.discount_percent': shownAs('sale.cart_discount', '0.72') },
        },
      ],
      readings: {
        sale: '/sales/{reply.sale.id}',
        stored: 'table:sales?id={reply.sale.id}',
        before: '/sales/{id}',
        notes: 'table:credit_notes?sale_id={id}',
      },
      rows: {
        ...refundRows('before', 'notes', 'refund.'),
        ...saleRows('sale', 'sale.'),
        ...replacementRows,
      },
      alike: { 'sale.session_id': 'both halves are of one till' },
    };
  },
};
