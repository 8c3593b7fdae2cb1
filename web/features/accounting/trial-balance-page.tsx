import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { accountKindNames, trialBalance, type TrialRow } from '#domain/accounts/account.contract';
import { formatDate } from '#domain/kernel/dates';
import { today } from '../../ui/form/dated-fields';
import { usePageTitle } from '../../platform/page-title';
import { Card } from '../../ui/card';
import { type Column, DataTable } from '../../ui/table/data-table';
import { TextLink } from '../../ui/links';
import { Money } from '../../ui/money';
import { usableParams } from '../../platform/ignored-params';
import { IgnoredParams } from '../../ui/list/ignored-params';
import { PageHeader } from '../../ui/page-header';
import { LoadFailure } from '../../ui/load-failure';
import { ReportExport } from '../../ui/files/report-export';
import { SavedMenu } from '../saved-reports';
import './accounting.css';
import { DateInput } from '../../ui/dates/date-input';
import { trialBalanceOn } from './accounting.queries';

/** The balance of every account at a date; its two columns have the same total. */
export function TrialBalancePage() {
  usePageTitle('Trial Balance');
  const navigate = useNavigate();
  const { as_at: requestedDate } = useSearch({ strict: false }) as { as_at?: string };
  const { query, ignored } = usableParams(
    trialBalance.show.query,
    requestedDate ? { as_at: requestedDate } : {},
  );
  const asAt = query.as_at ?? today();
  const page = useQuery(trialBalanceOn(asAt));
  return (
    <>
      <PageHeader
        title="Trial Balance"
        detail={`As at ${formatDate(asAt)}`}
        actions={
          <>
            <SavedMenu report="trial-balance" />
            <ReportExport call={trialBalance.export} query={{ as_at: asAt }} name={`trial-balance-${asAt}`} />
            <DateInput
              isFilter
              aria-label="As at"
              value={asAt}
              onChange={date => void navigate({ to: '.', search: { as_at: date || undefined } })}
            />
          </>
        }
      />
      <IgnoredParams ignored={ignored} />
      {page.data ? (
        <Card flush>
          {page.data.rows.length === 0 ? (
            <p className="long-table-empty">No postings up to this date.</p>
          ) : (
            <DataTable
              label="Trial balance"
              rows={[...page.data.rows, { ...page.data, ...totalRow }]}
              rowKey={row => row.code}
              columns={columnsUpTo(asAt)}
              keepsColumns
              isStale={page.isPlaceholderData}
            />
          )}
        </Card>
      ) : page.isError ? (
        <LoadFailure page={page} />
      ) : (
        <Skeleton height={420} />
      )}
    </>
  );
}

// The totals are in the table itself, so that they line up with their columns.
const totalRow = { code: '', name: 'Total', kind: 'asset' } as const;

const columnsUpTo = (asAt: string): Column<TrialRow>[] => [
  {
    header: 'Account',
    cell: row =>
      row.code === '' ? (
        <strong>{row.name}</strong>
      ) : (
        <TextLink to="/general-ledger" search={{ account: row.code, to: asAt }}>
          <span className="figures">{row.code}</span> {row.name}
        </TextLink>
      ),
  },
  {
    header: 'Kind',
    kind: 'code',
    wideOnly: true,
    cell: row => (row.code === '' ? '' : accountKindNames[row.kind]),
  },
  { header: 'Debit', align: 'end', cell: row => <Amount row={row} pence={row.debit} /> },
  { header: 'Credit', align: 'end', cell: row => <Amount row={row} pence={row.credit} /> },
];

function Amount({ row, pence }: { row: TrialRow; pence: number }) {
  if (row.code !== '') return pence ? <Money pence={pence} /> : null;
  return (
    <strong>
      <Money pence={pence} />
    </strong>
  );
}
