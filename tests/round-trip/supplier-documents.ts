import { type DocumentDesk, type DocumentsByRoute, daysAgo } from './document-desk';

const bill = async ({ supplier, newId }: DocumentDesk) => {
  const supplierId = await supplier();
  const id = await newId('/supplier-bills', {
    supplier_id: supplierId,
    supplier_bill_number: 'SB-8810',
    bill_date: daysAgo(25),
    date_reason: 'Entered later',
    lines: [{ description: 'Repairs', net: '200.00', vat: '40.00', account: '6910' }],
  });
  return { supplierId, billId: id };
};

export const supplierDocuments: DocumentsByRoute = {
  'POST /supplier-bills': async desk => ({
    examples: [
      {
        body: {
          supplier_id: await desk.supplier(),
          supplier_bill_number: 'SB-8811',
          bill_date: daysAgo(13),
          date_reason: 'It came by email',
          due_on: daysAgo(-23),
          lines: [
            { description: 'Heating oil', net: '60.00', vat: '3.00', vat_code: 'R', account: '6910' },
            { description: 'Rates', net: '41.00', vat: '0.00', vat_code: 'Z', account: '6800' },
          ],
        },
      },
      {
        body: {
          supplier_id: await desk.supplier(),
          supplier_bill_number: 'SB-8812',
          bill_date: daysAgo(14),
          date_reason: 'It came by courier',
          reverse_charge: 'abroad',
          lines: [{ description: 'Software', net: '70.00', vat: '0.00', vat_code: 'R', account: '6910' }],
        },
      },
    ],
    readings: {
      bill: '/supplier-bills/{reply.id}',
      row: '/supplier-bills#{reply.id}',
      export: '/supplier-bills/export?format=csv#{reply.number}',
    },
    rows: {
      supplier_id: ['bill.supplier.id', 'row.supplier.id', 'journals.lines.supplier.id'],
      supplier_bill_number: ['bill.supplier_bill_number', 'row.supplier_bill_number', 'export'],
      bill_date: ['bill.bill_date', 'row.bill_date'],
      date_reason: 'journals.reason',
      due_on: ['bill.due_on', 'row.due_on'],
      reverse_charge: 'bill.reverse_charge',
      'lines.description': 'bill.lines.*.description',
      'lines.net': 'bill.lines.*.net',
      'lines.vat': 'bill.lines.*.vat',
      'lines.vat_code': 'bill.lines.*.vat_code',
      'lines.account': ['bill.lines.*.account.code', 'journals.lines.account.code'],
    },
  }),
  'POST /supplier-credits': async desk => {
    const { supplierId, billId } = await bill(desk);
    return {
      examples: [
        {
          body: {
            supplier_id: supplierId,
            supplier_credit_number: 'THEIR-CN-6',
            credit_date: daysAgo(6),
            date_reason: 'Their letter was late',
            reason: 'Repairs were not finished',
            lines: [
              { description: 'Labour', net: '30.00', vat: '6.00', account: '6800' },
              { description: 'Parts', net: '11.00', vat: '0.55', vat_code: 'R', account: '6910' },
            ],
            bills: [{ bill_id: billId, amount: '22.00' }],
          },
        },
        {
          body: {
            supplier_id: await desk.supplier(),
            supplier_credit_number: 'THEIR-CN-7',
            credit_date: daysAgo(7),
            date_reason: 'Their email was late',
            reason: 'Charged twice',
            reverse_charge: 'domestic',
            lines: [{ description: 'Scrap', net: '12.00', vat: '0.00', vat_code: 'R', account: '6910' }],
          },
        },
      ],
      readings: {
        row: '/supplier-credits#{reply.id}',
        export: '/supplier-credits/export?format=csv#{reply.number}',
        credit: 'table:supplier_credits?id={reply.id}',
        lines: 'table:supplier_credit_lines?supplier_credit_id={reply.id}',
      },
      rows: {
        supplier_id: ['row.supplier.id', 'journals.lines.supplier.id'],
        supplier_credit_number: [
          'row.supplier_credit_number',
          'export',
          'audit.after.supplier_credit_number',
        ],
        credit_date: 'row.credit_date',
        date_reason: 'journals.reason',
        reason: ['row.reason', 'export', 'audit.after.reason'],
        reverse_charge: 'credit.0.reverse_charge',
        'lines.description': ['lines.*.description', 'journals.lines.description'],
        'lines.net': ['lines.*.net_pence', 'journals.lines.credit'],
        'lines.vat': 'lines.*.vat_pence',
        'lines.vat_code': ['lines.*.vat_code', 'vat.vat_code'],
        'lines.account': ['lines.*.account_code', 'journals.lines.account.code'],
        'bills.bill_id': 'row.bills.*.id',
        'bills.amount': 'row.bills.*.amount',
      },
    };
  },
};
