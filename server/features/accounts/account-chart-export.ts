import { type Account, accountKindNames } from '#domain/accounts/account.contract';
import { creditPart, owedPart } from '#domain/kernel/money';
import type { Column } from '../../platform/spreadsheets/column';

/** The columns of the exported chart of accounts: what the screen shows, one value per cell. */
export const chartExportColumns: readonly Column<Account>[] = [
  { header: 'Code', kind: 'text', width: 8, value: a => a.code },
  { header: 'Name', kind: 'text', width: 32, value: a => a.name },
  { header: 'Kind', kind: 'text', width: 12, value: a => accountKindNames[a.kind] },
  { header: 'Managed by', kind: 'text', width: 14, value: a => (a.is_system ? 'Counterfoil' : 'You') },
  { header: 'Status', kind: 'text', width: 10, value: a => a.status },
  { header: 'Debit', kind: 'money', width: 14, value: a => owedPart(a.balance) },
  { header: 'Credit', kind: 'money', width: 14, value: a => creditPart(a.balance) },
];
