import { saleChannelNames, saleStatusNames, paymentStateNames } from '#domain/sales/sale-state';
import { saleExceptionNames } from '#domain/sales/sale-exception';
import type { SaleExceptionListed } from '#domain/sales/sale-exceptions.contract';
import type { SaleRow } from '#domain/sales/sale.contract';
import type { Column } from '../../platform/spreadsheets/column';

/** The columns of the sales export. */
export const saleExportColumns: readonly Column<SaleRow>[] = [
  { header: 'Invoice', kind: 'text', width: 12, value: s => s.number },
  { header: 'Date', kind: 'date', width: 12, value: s => s.business_date },
  { header: 'Due', kind: 'date', width: 12, value: s => s.due_on },
  { header: 'Customer', kind: 'text', width: 30, value: s => s.customer.name },
  { header: 'Channel', kind: 'text', width: 12, value: s => saleChannelNames[s.channel] },
  { header: 'Status', kind: 'text', width: 18, value: s => saleStatusNames[s.status] },
  {
    header: 'Payment',
    kind: 'text',
    width: 12,
    value: s => s.payment_state && paymentStateNames[s.payment_state],
  },
  { header: 'Net', kind: 'money', width: 14, value: s => s.net },
  { header: 'VAT', kind: 'money', width: 14, value: s => s.vat },
  { header: 'Total', kind: 'money', width: 14, value: s => s.gross },
  { header: 'Refunded', kind: 'money', width: 14, value: s => s.refunded },
  { header: 'Outstanding', kind: 'money', width: 14, value: s => s.outstanding },
  { header: 'Sold By', kind: 'text', width: 20, value: s => s.sold_by },
];

/** The columns of the exceptions export. */
export const exceptionExportColumns: readonly Column<SaleExceptionListed>[] = [
  { header: 'Kind', kind: 'text', width: 16, value: e => saleExceptionNames[e.kind] },
  { header: 'Details', kind: 'text', width: 60, value: e => e.words },
  { header: 'Amount', kind: 'money', width: 12, value: e => e.amount },
  { header: 'Invoice', kind: 'text', width: 12, value: e => e.sale?.number ?? null },
  { header: 'Receipt', kind: 'text', width: 16, value: e => e.receipt_number },
  { header: 'Total', kind: 'money', width: 12, value: e => e.total },
  { header: 'Register', kind: 'text', width: 16, value: e => e.register },
  { header: 'Sold by', kind: 'text', width: 20, value: e => e.sold_by },
  { header: 'Sent by', kind: 'text', width: 20, value: e => e.sent_by },
  { header: 'Sold', kind: 'instant', width: 20, value: e => e.sold_at },
  { header: 'Recorded', kind: 'instant', width: 20, value: e => e.raised_at },
  { header: 'Reviewed by', kind: 'text', width: 20, value: e => e.reviewed_by },
  { header: 'Reviewed', kind: 'instant', width: 20, value: e => e.reviewed_at },
  { header: 'Note', kind: 'text', width: 40, value: e => e.note },
];
