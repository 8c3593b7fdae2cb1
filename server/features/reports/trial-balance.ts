import { accountKindNames, type trialBalance, type TrialRow } from '#domain/accounts/account.contract';
import type { QueryOf } from '#domain/kernel/call';
import { formatDate, londonDate } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import type { Reader } from '../../platform/database/open-database';
import type { FileReply } from '../../platform/http/route';
import type { Column } from '../../platform/spreadsheets/column';
import { findTrialBalance } from '../accounts';
import { reportFile } from './report-file';

const columns: readonly Column<TrialRow>[] = [
  { header: 'Account', kind: 'text', width: 10, value: row => row.code },
  { header: 'Name', kind: 'text', width: 36, value: row => row.name },
  { header: 'Kind', kind: 'text', width: 12, value: row => accountKindNames[row.kind] },
  { header: 'Debit', kind: 'money', width: 16, value: row => row.debit || null },
  { header: 'Credit', kind: 'money', width: 16, value: row => row.credit || null },
];

/** Exports the trial balance at the end of a day (rule R9). */
export async function exportTrialBalance(
  db: Reader,
  { as_at, format }: QueryOf<typeof trialBalance.export>,
  now: Date,
): Promise<FileReply> {
  const found = await findTrialBalance(db, as_at ?? londonDate(now));
  const report = {
    name: `trial-balance-${found.as_at}`,
    title: 'Trial Balance',
    subtitle: `As at ${formatDate(found.as_at)}`,
    facts: [
      {
        heading: 'Totals',
        facts: [
          ['Debits', formatPounds(found.debit)],
          ['Credits', formatPounds(found.credit)],
        ] as const,
      },
    ],
    columns,
    rows: found.rows,
    empty: 'No postings up to this date.',
  };
  return reportFile(db, report, { format, now });
}
