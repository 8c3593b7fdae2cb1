import { saleChannelNames, saleStatusNames, paymentStateNames } from '#domain/sales/sale-state';
import type { SaleRow } from '#domain/sales/sale.contract';
import type { Column } from '../../platform/spreadsheets/column';

/** The columns of the list of sales as a file. */
export const saleExportColumns: readonly Column<SaleRow>[] = [
  { header: 'Invoice', kind: 'text', width: 12, value: s => s.number },
  { header: 'Date', kind: 'date', width: 12, value: s => s.business_date },
  { header: 'Due', kind: 'date', width: 12, value: s => s.due_on },
  { header: 'Customer', kind: 'text', width: 30, value: s => s.customer.name },
  { header: 'Channel', kind: 'text', width: 12, value: s => saleChannelNames[s.channel] },
  { header: 'Status', kind: 'text', width: 18, value: s => saleStatusNames[s.status] },
  { header: 'Payment', kind: 'text', width: 12, value: s => paymentStateNames[s.payment_state] },
  { header: 'Net', kind: 'money', width: 14, value: s => s.net },
  { header: 'VAT', kind: 'money', width: 14, value: s => s.vat },
  { header: 'Total', kind: 'money', width: 14, value: s => s.gross },
  { header: 'Refunded', kind: 'money', width: 14, value: s => s.refunded },
  { header: 'Outstanding', kind: 'money', width: 14, value: s => s.outstanding },
  { header: 'Sold By', kind: 'text', width: 20, value: s => s.sold_by },
];
