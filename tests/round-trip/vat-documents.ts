import { randomUUID } from 'node:crypto';
import { stockedProduct } from '../support/shop';
import { type DocumentDesk, type DocumentsByRoute, daysAgo, idAt } from './document-desk';
import { shownAs } from './money-document';

export const vatDocuments: DocumentsByRoute = {
  'POST /vat-adjustments': async () => ({
    examples: [
      {
        body: {
          business_date: daysAgo(16),
          date_reason: 'Found at the review',
          reason: 'error_correction',
          description: 'Two invoices were missed',
          box_1: '12.00',
          box_4: '7.00',
          box_6: '64.00',
          box_7: '35.00',
          account: '6910',
        },
      },
      {
        body: {
          business_date: daysAgo(17),
          date_reason: 'Found at the audit',
          reason: 'bad_debt_relief',
          description: 'Old debts',
          box_4: '8.00',
          net: '40.00',
          account: '6800',
        },
      },
    ],
    readings: {
      adjustment: '/vat-adjustments/{reply.id}',
      row: '/vat-adjustments#{reply.id}',
      export: '/vat-adjustments/export?format=csv#{reply.number}',
    },
    rows: {
      business_date: ['adjustment.business_date', 'row.business_date', 'journals.business_date'],
      date_reason: ['adjustment.date_reason', 'journals.reason'],
      reason: ['adjustment.reason', 'row.reason'],
      description: ['adjustment.description', 'row.description', 'export'],
      box_1: ['adjustment.box_1', 'row.box_1', 'export'],
      box_4: ['adjustment.box_4', 'row.box_4', 'export'],
      box_6: ['adjustment.box_6', 'row.box_6', 'export'],
      box_7: ['adjustment.box_7', 'row.box_7', 'export'],
      net: ['adjustment.net', 'row.net'],
      account: ['adjustment.account.code', 'row.account.code', 'journals.lines.account.code'],
    },
  }),
  'POST /vat-reliefs': async desk => {
    const item_id = await badDebt(desk);
    return {
      examples: [
        {
          body: {
            business_date: daysAgo(1),
            date_reason: 'Claimed with the return',
            kind: 'claim',
            account: '6910',
            items: [{ item_id }],
          },
        },
        {
          body: { kind: 'return', account: '6800', items: [{ item_id, gross: '6.00' }] },
          rows: {
            kind: shownAs('adjustment.box_1', '1.00'),
            'items.gross': shownAs('adjustment.reliefs.*.gross', '-6.00'),
          },
        },
      ],
      readings: { adjustment: '/vat-adjustments/{reply.id}', row: '/vat-adjustments#{reply.id}' },
      rows: {
        business_date: ['adjustment.business_date', 'row.business_date', 'journals.business_date'],
        date_reason: ['adjustment.date_reason', 'journals.reason'],
        kind: [shownAs('adjustment.reason', 'bad_debt_relief'), shownAs('adjustment.box_4', '4.00')],
        account: ['adjustment.account.code', 'row.account.code', 'journals.lines.account.code'],
        'items.item_id': 'adjustment.reliefs.*.item_id',
        'items.gross': 'adjustment.reliefs.*.gross',
      },
    };
  },
};

/** The item of an invoice with VAT that has been due for half a year, and is written off. */
async function badDebt({ db, customer, made, read }: DocumentDesk): Promise<number> {
  const [customer_id, product_id] = [await customer(), await stockedProduct(db)];
  await made('/sales', {
    client_id: randomUUID(),
    channel: 'desk',
    customer_id,
    lines: [{ product_id, quantity: '10' }],
    expected_total: '24.00',
    tenders: [{ method: 'account', tendered: '24.00' }],
    business_date: daysAgo(260),
    date_reason: 'Entered later',
  });
  await made(`/wallet/customer/${customer_id}/adjustments`, {
    kind: 'write_off',
    amount: '24.00',
    reason: 'In liquidation',
    business_date: daysAgo(10),
    date_reason: 'Letter of the liquidator',
  });
  return idAt(await read('/vat-reliefs?kind=claim'), 'data.0.item_id');
}
