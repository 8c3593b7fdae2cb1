import { randomUUID } from 'node:crypto';
import { stockedProduct } from '../support/shop';
import { type DocumentDesk, type DocumentsByRoute, daysAgo } from './document-desk';
import { notStored } from './money-document';
import { deskRows, deskSale, pricedRows } from './sale-fields';

async function quote({ db, customer, newId }: DocumentDesk): Promise<number> {
  const id = await newId('/quotes', {
    client_id: randomUUID(),
    customer_id: await customer(),
    lines: [{ product_id: await stockedProduct(db), quantity: '1' }],
    expected_total: '2.40',
  });
  return id;
}

export const quoteDocuments: DocumentsByRoute = {
  'POST /quotes/{id}/revise': async desk => {
    const {
      channel: _channel,
      tenders: _tenders,
      business_date: _day,
      date_reason: _reason,
      ...basket
    } = await deskSale(desk);
    return {
      examples: [
        {
          params: { id: await quote(desk) },
          body: { ...basket, valid_until: daysAgo(-45) },
          rows: deskRows('quote'),
        },
        {
          params: { id: await quote(desk) },
          body: {
            client_id: randomUUID(),
            customer_id: await desk.customer(),
            lines: [{ product_id: await stockedProduct(desk.db), quantity: '4' }],
            discount_percent: '10',
            discount_reason: 'Rainy day',
            expected_total: '8.64',
          },
        },
      ],
      readings: {
        quote: '/quotes/{reply.id}',
        row: '/quotes#{reply.id}',
        export: '/quotes/export?format=csv#{reply.number}',
        stored: 'table:quote_revisions?quote_id={reply.id}',
      },
      rows: {
        ...pricedRows('quote'),
        client_id: 'stored.client_id',
        customer_id: ['quote.customer.id', 'row.customer.id'],
        customer_reference: ['quote.customer_reference', 'row.customer_reference', 'export'],
        expected_total: ['quote.gross', 'row.gross', 'export'],
        approvals: notStored('used for what needs approval, and kept with the approvals'),
        valid_until: ['quote.valid_until', 'row.valid_until'],
        version: notStored('identifies the state that is edited'),
      },
    };
  },
};
