import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ledgerPartNames } from '#domain/accounting/ledger-parts';
import { formatDate } from '#domain/kernel/dates';
import { type LedgerLine, ledgerLines } from '#domain/journals/ledger-line.contract';
import { balanceRuns } from '#domain/journals/running-balance';
import { valuesIn } from '#domain/kernel/list-query';
import { type ListStateOf, useListState } from '../../platform/list-state';
import { AccountName } from '../../ui/account-name';
import { type Column, type Columns, DataTable } from '../../ui/table/data-table';
import { DateRangeFilter } from '../../ui/filters/date-range-filter';
import { Day } from '../../ui/dates/day';
import { ExportMenu } from '../../ui/files/export-menu';
import { FilterChip } from '../../ui/filters/filter-chips';
import { ListPage } from '../../ui/list/list-page';
import { MoreFilters } from '../../ui/filters/more-filters';
import { InListFoot } from '../../ui/list/list-totals';
import { debitAndCredit } from '../../ui/table/debit-credit-columns';
import { DebitOrCredit, Money } from '../../ui/money';
import { useNotice } from '../../ui/notice';
import { optionsFrom } from '../../ui/form/options-from';
import { SearchFilter } from '../../ui/filters/search-filter';
import { SelectFilter } from '../../ui/filters/select-filter';
import { JournalLink } from '../../ui/record/journal-link';
import { SupplierFilter } from '../suppliers';
import { AccountFilter } from './account-select';
import { JournalKindFilter } from './journal-kind-filter';
import './accounting.css';
import { DocumentLink } from '../../ui/record/document-link';
import { ledgerPage, ledgerTotals } from './accounting.queries';

/** The general ledger, line by line; for one account with the balance after each line. */
export function GeneralLedgerPage() {
  const list = useListState(ledgerLines.list);
  const page = useQuery(ledgerPage(list.query));
  const notices = useNotice();
  const navigate = useNavigate();
  const { account, ...others } = list.filters;
  // Known before the lines arrive, so that the columns do not move then (F81).
  const hasBalance = balanceRuns(valuesIn(account), { ...others, search: list.search || undefined });
  return (
    <ListPage
      title="General Ledger"
      list={list}
      page={page}
      notices={notices}
      actions={<ExportMenu list={list} call={ledgerLines.export} fileName="general-ledger" />}
      filters={
        <>
          <SearchFilter list={list} placeholder="Search by document or narrative" />
          <AccountFilter list={list} />
          <SupplierFilter list={list} />
          <DateRangeFilter list={list} />
          <MoreFilters list={list} names={['part', 'kind']}>
            <SelectFilter
              list={list}
              name="part"
              label="Part of the ledger"
              all="Whole ledger"
              options={optionsFrom(ledgerPartNames)}
            />
            <JournalKindFilter list={list} />
          </MoreFilters>
          <YearEndsChip list={list} />
          {(hasBalance || list.filters.part) && <Movement list={list} />}
        </>
      }
      empty={list.isNarrowed ? 'No ledger lines match these filters.' : 'No ledger lines yet.'}
    >
      <DataTable
        label="Ledger lines"
        list={list}
        rows={page.data?.data}
        rowKey={line => `${line.journal_id} ${line.line_number}`}
        isStale={page.isPlaceholderData}
        columns={hasBalance ? [...columns, balanceColumn] : columns}
        onOpen={line => void navigate({ to: '/journals/$id', params: { id: String(line.journal_id) } })}
      />
    </ListPage>
  );
}

/** Reports open the lines of an income or expense account without the journals that closed its year. */
const YearEndsChip = ({ list }: { list: ListStateOf<typeof ledgerLines.list> }) =>
  list.filters.unclosed_from ? (
    <FilterChip
      label="Year ends"
      value={`none from ${formatDate(list.filters.unclosed_from)}`}
      onRemove={() => list.setFilter('unclosed_from', '')}
    />
  ) : null;

/** The movement of the lines of all pages. */
function Movement({ list }: { list: ListStateOf<typeof ledgerLines.list> }) {
  const { data, isError } = useQuery(ledgerTotals(list.query));
  if (isError) return null;
  // Its line is there before the amounts (F81).
  if (!data)
    return (
      <InListFoot>
        <p className="ledger-movement figures">Debits …</p>
      </InListFoot>
    );
  return (
    <InListFoot>
      <p className="ledger-movement figures" aria-label="Movement">
        Debits <Money pence={data.debit} />, credits <Money pence={data.credit} />, balance{' '}
        <strong>
          <DebitOrCredit pence={data.debit - data.credit} />
        </strong>
      </p>
    </InListFoot>
  );
}

const columns: Columns<typeof ledgerLines.list> = [
  {
    header: 'Date',
    kind: 'date',
    phone: 'detail',
    sort: 'business_date',
    cell: line => <Day date={line.business_date} />,
  },
  {
    header: 'Journal',
    phone: 'detail',
    align: 'end',
    cell: line => <JournalLink id={line.journal_id} />,
  },
  {
    header: 'Account',
    phone: 'detail',
    cell: ({ account }) => <AccountName account={account} />,
  },
  { header: 'Document', cell: line => <DocumentLink document={line.document} /> },
  {
    header: 'Narrative',
    phone: 'title',
    cell: ({ narrative, supplier }) =>
      supplier && !narrative.includes(supplier.name) ? `${narrative}, ${supplier.name}` : narrative,
  },
  ...debitAndCredit,
];

const balanceColumn: Column<LedgerLine> = {
  header: 'Balance',
  phone: 'detail',
  align: 'end',
  cell: ({ balance }) => (balance === null ? '' : <DebitOrCredit pence={balance} />),
};
