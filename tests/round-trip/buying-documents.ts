import { someProduct } from '../support/products';
import { type DocumentDesk, type DocumentsByRoute, daysAgo, idAt } from './document-desk';
import { notStored, shownAs } from './money-document';

/** A sent order of two products and a service. */
async function sentOrder({ db, supplier, made, newId }: DocumentDesk) {
  const products = [await someProduct(db), await someProduct(db)];
  const supplierId = await supplier();
  const id = await newId('/purchases', {
    supplier_id: supplierId,
    order_date: daysAgo(30),
    lines: [
      ...products.map(product_id => ({ product_id, quantity: '40', unit_price: '10.00' })),
      { description: 'Assembly', unit: 'Hour', quantity: '30', unit_price: '20.00' },
    ],
  });
  const order = await made(`/purchases/${id}/mark-sent`);
  return {
    id,
    supplierId,
    products,
    lines: [0, 1, 2].map(at => idAt(order, `lines.${at}.id`)) as [number, number, number],
  };
}

async function receivedOrder(desk: DocumentDesk) {
  const order = await sentOrder(desk);
  const received = await desk.made(`/purchases/${order.id}/receive`, {
    business_date: daysAgo(20),
    date_reason: 'Counted later',
  });
  return {
    ...order,
    receiptId: idAt(received, 'receipts.0.id'),
    receiptLine: idAt(received, 'receipts.0.lines.0.id'),
  };
}

const acceptedDifference = notStored('a yes to a question');

export const buyingDocuments: DocumentsByRoute = {
  'POST /purchases/{id}/receive': async desk => {
    const { id, lines } = await sentOrder(desk);
    return {
      examples: [
        {
          params: { id },
          body: {
            business_date: daysAgo(2),
            date_reason: 'Found in the post',
            delivery_note: 'DN-4711',
            notes: 'One box was wet',
            lines: [
              { line_id: lines[0], quantity: '41' },
              { line_id: lines[1], quantity: '7' },
            ],
            close_short: true,
            accept_over_receipt: true,
          },
        },
      ],
      readings: { order: '/purchases/{id}' },
      rows: {
        business_date: 'order.receipts.0.business_date',
        date_reason: 'journals.reason',
        delivery_note: 'order.receipts.0.delivery_note',
        notes: ['order.receipts.0.notes', shownAs('order.notes', null)],
        'lines.line_id': 'order.receipts.0.lines.*.order_line_id',
        'lines.quantity': 'order.receipts.0.lines.*.quantity',
        close_short: 'order.lines.1.is_closed',
        accept_over_receipt: acceptedDifference,
        client_id: notStored('what an approval is given for'),
        approvals: notStored('used for what exceeds the order, and kept with the approvals'),
      },
    };
  },
  'POST /purchases/{id}/bills': async desk => {
    const { id, lines } = await receivedOrder(desk);
    return {
      examples: [
        {
          params: { id },
          body: {
            supplier_bill_number: 'SB-8801',
            bill_date: daysAgo(11),
            date_reason: 'The bill was mislaid',
            due_on: daysAgo(-21),
            lines: [
              { line_id: lines[0], quantity: '11', net: '111.00', vat: '5.55', vat_code: 'R' },
              { line_id: lines[2], quantity: '9', net: '181.00', vat: '36.20', account: '6910' },
            ],
            accept_difference: true,
          },
        },
      ],
      readings: {
        order: '/purchases/{id}',
        bill: '/supplier-bills/{reply.bills.0.id}',
        row: '/supplier-bills#{reply.bills.0.id}',
        export: '/supplier-bills/export?format=csv#SB-8801',
      },
      rows: {
        supplier_bill_number: [
          'order.bills.0.supplier_bill_number',
          'bill.supplier_bill_number',
          'row.supplier_bill_number',
          'export',
        ],
        bill_date: ['order.bills.0.bill_date', 'bill.bill_date', 'row.bill_date'],
        date_reason: 'journals.reason',
        due_on: ['order.bills.0.due_on', 'bill.due_on', 'row.due_on'],
        'lines.line_id': [shownAs('order.lines.0.billed', '11'), shownAs('order.lines.2.billed', '9')],
        'lines.quantity': 'bill.lines.*.quantity',
        'lines.net': 'bill.lines.*.net',
        'lines.vat': 'bill.lines.*.vat',
        'lines.vat_code': 'bill.lines.*.vat_code',
        'lines.account': ['bill.lines.*.account.code', 'journals.lines.account.code'],
        accept_difference: acceptedDifference,
      },
    };
  },
  'POST /purchases/{id}/returns': async desk => {
    const { id, lines, receiptLine } = await receivedOrder(desk);
    await desk.made(`/purchases/${id}/bills`, {
      supplier_bill_number: 'SB-8802',
      bill_date: daysAgo(19),
      date_reason: 'Entered later',
      lines: [{ line_id: lines[0], quantity: '40' }],
    });
    return {
      examples: [
        {
          params: { id },
          body: {
            business_date: daysAgo(4),
            date_reason: 'Collected by the driver',
            reason: 'Handles were loose',
            supplier_credit_number: 'THEIR-CN-5',
            lines: [{ receipt_line_id: receiptLine, quantity: '3', credit_net: '28.00', credit_vat: '5.60' }],
            accept_difference: true,
          },
        },
      ],
      readings: {
        order: '/purchases/{id}',
        row: '/supplier-credits#{reply.returns.0.id}',
        export: '/supplier-credits/export?format=csv#THEIR-CN-5',
      },
      rows: {
        business_date: 'order.returns.0.business_date',
        date_reason: 'journals.reason',
        reason: ['order.returns.0.reason', 'row.reason', 'export'],
        supplier_credit_number: [
          'order.returns.0.supplier_credit_number',
          'row.supplier_credit_number',
          'export',
        ],
        'lines.receipt_line_id': shownAs('order.receipts.0.lines.0.returnable', '37'),
        'lines.quantity': ['order.returns.0.quantity', 'order.lines.0.returned'],
        'lines.credit_net': 'row.net',
        'lines.credit_vat': 'row.vat',
        accept_difference: acceptedDifference,
      },
    };
  },
  'POST /purchases/{id}/landed-costs': async desk => {
    const { id, receiptId } = await receivedOrder(desk);
    return {
      examples: [
        {
          params: { id },
          body: {
            receipt_id: receiptId,
            supplier_id: await desk.supplier(),
            supplier_bill_number: 'FR-8803',
            bill_date: daysAgo(12),
            date_reason: 'The carrier billed late',
            due_on: daysAgo(-22),
            net: '66.00',
            vat: '3.30',
            vat_code: 'R',
            basis: 'quantity',
          },
        },
      ],
      readings: {
        order: '/purchases/{id}',
        bill: '/supplier-bills/{reply.bills.0.id}',
        row: '/supplier-bills#{reply.bills.0.id}',
        export: '/supplier-bills/export?format=csv#FR-8803',
      },
      rows: {
        receipt_id: 'bill.receipts.id',
        supplier_id: ['bill.supplier.id', 'row.supplier.id', 'order.bills.0.supplier.id'],
        supplier_bill_number: [
          'order.bills.0.supplier_bill_number',
          'bill.supplier_bill_number',
          'row.supplier_bill_number',
          'export',
        ],
        bill_date: ['order.bills.0.bill_date', 'bill.bill_date', 'row.bill_date'],
        date_reason: 'journals.reason',
        due_on: ['order.bills.0.due_on', 'bill.due_on', 'row.due_on'],
        net: ['order.bills.0.net', 'bill.net', 'row.net'],
        vat: ['order.bills.0.vat', 'bill.vat', 'row.vat'],
        vat_code: 'bill.lines.0.vat_code',
        basis: 'audit.after.basis',
      },
    };
  },
  'POST /stock/reorder/orders': async desk => {
    const product_id = await someProduct(desk.db);
    return {
      examples: [{ body: { lines: [{ product_id, supplier_id: await desk.supplier(), quantity: '13' }] } }],
      readings: { order: '/purchases/{reply.orders.0.id}', row: '/purchases#{reply.orders.0.id}' },
      rows: {
        'lines.product_id': 'order.lines.*.product.id',
        'lines.supplier_id': ['order.supplier.id', 'row.supplier.id'],
        'lines.quantity': 'order.lines.*.quantity',
      },
    };
  },
};
