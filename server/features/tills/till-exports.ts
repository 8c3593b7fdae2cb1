import { tillCashName } from '#domain/tills/till-cash-kind';
import type { RegisterRow, TillCashRow, TillEventRow, TillSessionRow } from '#domain/tills/till.contract';
import { receiptPaperNames, tillEventKindNames, tillSessionStatusNames } from '#domain/tills/till-state';
import type { Column } from '../../platform/spreadsheets/column';

export const registerColumns: readonly Column<RegisterRow>[] = [
  { header: 'Name', kind: 'text', width: 24, value: row => row.name },
  { header: 'Code', kind: 'text', width: 10, value: row => row.code },
  { header: 'Paper', kind: 'text', width: 18, value: row => receiptPaperNames[row.paper] },
  {
    header: 'Status',
    kind: 'text',
    width: 10,
    value: row => (row.status === 'active' ? 'Active' : 'Inactive'),
  },
  { header: 'Z reports', kind: 'integer', width: 10, value: row => row.last_z_number },
];

export const sessionColumns: readonly Column<TillSessionRow>[] = [
  { header: 'Register', kind: 'text', width: 20, value: row => row.register.name },
  { header: 'Z report', kind: 'text', width: 14, value: row => row.z_number },
  { header: 'Status', kind: 'text', width: 14, value: row => tillSessionStatusNames[row.status] },
  { header: 'Late sales', kind: 'text', width: 10, value: row => (row.is_late ? 'Yes' : 'No') },
  { header: 'Date', kind: 'date', width: 12, value: row => row.business_date },
  { header: 'Opened by', kind: 'text', width: 20, value: row => row.opened_by },
  { header: 'Opened', kind: 'instant', width: 20, value: row => row.opened_at },
  { header: 'Closed by', kind: 'text', width: 20, value: row => row.closed_by },
  { header: 'Closed', kind: 'instant', width: 20, value: row => row.closed_at },
  { header: 'Float', kind: 'money', width: 12, value: row => row.float },
  { header: 'Takings', kind: 'money', width: 12, value: row => row.takings },
  { header: 'Expected', kind: 'money', width: 12, value: row => row.expected },
  { header: 'Counted', kind: 'money', width: 12, value: row => row.counted },
  { header: 'Variance', kind: 'money', width: 12, value: row => row.difference },
  {
    header: 'Approval',
    kind: 'text',
    width: 12,
    value: row => (row.approval === 'none' ? null : row.approval),
  },
];

export const cashColumns: readonly Column<Omit<TillCashRow, 'can'>>[] = [
  { header: 'When', kind: 'instant', width: 20, value: row => row.recorded_at },
  { header: 'What', kind: 'text', width: 24, value: tillCashName },
  { header: 'Document', kind: 'text', width: 14, value: row => row.document.number },
  { header: 'Reason', kind: 'text', width: 36, value: row => row.reason },
  { header: 'Amount', kind: 'money', width: 12, value: row => row.amount },
  { header: 'By', kind: 'text', width: 20, value: row => row.recorded_by },
  { header: 'Approved by', kind: 'text', width: 20, value: row => row.approved_by },
];

export const eventColumns: readonly Column<TillEventRow>[] = [
  { header: 'When', kind: 'instant', width: 20, value: row => row.recorded_at },
  { header: 'What', kind: 'text', width: 26, value: row => tillEventKindNames[row.kind] },
  { header: 'Amount', kind: 'money', width: 12, value: row => (row.amount === 0 ? null : row.amount) },
  { header: 'Note', kind: 'text', width: 36, value: row => row.note },
  { header: 'By', kind: 'text', width: 20, value: row => row.recorded_by },
];
