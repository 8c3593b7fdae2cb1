import type { SupplierRow } from '#domain/suppliers/supplier.contract';
import { creditPart, owedPart, toPence } from '#domain/kernel/money';
import type { Column } from '../../platform/spreadsheets/column';

/** The export columns of the supplier list: what the screens show, one value per cell. An import reads the terms back. */
export const supplierExportColumns = (withOwed: boolean): readonly Column<SupplierRow>[] => [
  { header: 'Name', kind: 'text', width: 32, value: s => s.name },
  { header: 'Email', kind: 'text', width: 28, value: s => s.email },
  { header: 'Phone', kind: 'text', width: 18, value: s => s.phone },
  { header: 'Contact Person', kind: 'text', width: 22, value: s => s.contact_person },
  { header: 'Address', kind: 'text', width: 36, value: s => s.address },
  { header: 'Payment terms (days)', kind: 'integer', width: 18, value: s => s.payment_terms_days },
  { header: 'VAT number', kind: 'text', width: 14, value: s => s.vat_number },
  { header: 'Status', kind: 'text', width: 10, value: s => s.status },
  { header: 'Purchase Orders', kind: 'integer', width: 16, value: s => s.total_purchase_orders },
  { header: 'Total', kind: 'money', width: 14, value: s => s.total_purchase_amount },
  { header: 'Paid', kind: 'money', width: 14, value: s => s.total_paid_amount },
  { header: 'Outstanding', kind: 'money', width: 14, value: s => owedPart(s.outstanding_amount) },
  { header: 'In credit', kind: 'money', width: 14, value: s => creditPart(s.outstanding_amount) },
  { header: 'Last Purchase Date', kind: 'date', width: 18, value: s => s.last_purchase_date },
  { header: 'Created', kind: 'instant', width: 20, value: s => s.created_at },
  ...(withOwed ? ledgerColumns : []),
];

const ledgerColumns: readonly Column<SupplierRow>[] = [
  {
    header: 'Owed',
    kind: 'money',
    width: 14,
    value: ({ owed_amount = toPence(0) }) => owedPart(owed_amount),
  },
  {
    header: 'Unused credit',
    kind: 'money',
    width: 14,
    value: ({ owed_amount = toPence(0) }) => creditPart(owed_amount),
  },
];
