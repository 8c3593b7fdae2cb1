import { Alert, Anchor, Button, Skeleton, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ArrowLeft, FileText } from 'lucide-react';
import { formatDate } from '#domain/kernel/dates';
import { balanceWords } from '#domain/wallet/balance-words';
import { type Statement, supplierWallet } from '#domain/wallet/wallet.contract';
import { request, requestFile } from '../../platform/api';
import { usePageTitle } from '../../platform/page-title';
import { saveFile } from '../../platform/save-file';
import { Card } from '../../ui/card';
import type { Column } from '../../ui/data-table';
import { Day } from '../../ui/day';
import { LongTable } from '../../ui/long-table';
import { Money } from '../../ui/money';
import { PageHeader } from '../../ui/page-header';
import { Tiles } from '../../ui/tiles';

type Period = { from?: string; to?: string };
const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text);

/** A supplier's ledger: what we and they owe one another, entry by entry, and what is open. */
export function SupplierLedgerPage() {
  const id = Number(useParams({ strict: false }).id);
  const asked = useSearch({ strict: false }) as Period;
  const period: Period = {
    ...(isDay(asked.from) ? { from: asked.from } : {}),
    ...(isDay(asked.to) ? { to: asked.to } : {}),
  };
  const page = useQuery({
    queryKey: [supplierWallet.statement.path, id, period],
    queryFn: ({ signal }) =>
      request(supplierWallet.statement, { params: { id }, query: period, signal, shownInPlace: true }),
    placeholderData: keepPreviousData,
    enabled: Number.isSafeInteger(id) && id > 0,
  });
  usePageTitle(page.data ? `Ledger of ${page.data.supplier.name}` : 'Ledger');
  const save = async () => {
    const file = await requestFile(supplierWallet.pdf, { params: { id }, query: period });
    saveFile(file, `Statement-${page.data?.supplier.name ?? id}.pdf`);
  };
  return (
    <>
      <PageHeader
        title="Supplier Ledger"
        detail={page.data?.supplier.name}
        actions={
          <>
            <PeriodFields period={period} />
            <Button
              variant="default"
              leftSection={<ArrowLeft size={16} />}
              component={Link}
              to="/suppliers/$id"
              params={{ id: String(id) } as never}
            >
              Supplier
            </Button>
            <Button leftSection={<FileText size={16} />} disabled={!page.data} onClick={() => void save()}>
              Statement
            </Button>
          </>
        }
      />
      {page.data ? (
        <StatementCards statement={page.data} />
      ) : page.isError || Number.isNaN(id) ? (
        <Alert role="alert" color="red" variant="light">
          Supplier not found
        </Alert>
      ) : (
        <Skeleton height={420} />
      )}
    </>
  );
}

function PeriodFields({ period }: { period: Period }) {
  const navigate = useNavigate();
  const change = (changes: Record<string, string | undefined>) =>
    void navigate({ to: '.', search: { ...period, ...changes } as never, replace: true });
  return (
    <div className="date-range">
      <TextInput
        type="date"
        aria-label="From"
        value={period.from ?? ''}
        onChange={event => change({ from: event.currentTarget.value || undefined })}
      />
      <span aria-hidden="true">to</span>
      <TextInput
        type="date"
        aria-label="To"
        value={period.to ?? ''}
        onChange={event => change({ to: event.currentTarget.value || undefined })}
      />
    </div>
  );
}

const StatementCards = ({ statement }: { statement: Statement }) => (
  <>
    <Card title="Balance">
      <Tiles
        tiles={[
          {
            label: statement.from === null ? 'At the beginning' : `Before ${formatDate(statement.from)}`,
            value: balanceWords(statement.opening_balance),
          },
          {
            label: `At the end of ${formatDate(statement.to)}`,
            value: balanceWords(statement.closing_balance),
          },
        ]}
      />
    </Card>
    <Card title="Entries" flush>
      <LongTable
        label="Entries"
        rows={statement.entries}
        rowKey={entry => entry.id}
        columns={entryColumns}
        empty="Nothing was posted in this period."
      />
      {statement.entries_left_out > 0 && (
        <p className="long-table-empty">
          {statement.entries_left_out.toLocaleString('en-GB')} later entries are not shown. Choose a shorter
          period.
        </p>
      )}
    </Card>
    <Card title="Open items" flush>
      <LongTable
        label="Open items"
        rows={statement.open_items}
        rowKey={item => item.id}
        columns={openColumns}
        empty="Nothing is open: every bill is settled, and every payment is used."
      />
    </Card>
  </>
);

const kindWords: Readonly<Record<string, string>> = {
  opening: 'Opening bill',
  bill: 'Bill',
  payment: 'Payment',
  refund: 'Refund',
  credit_note: 'Credit note',
  adjustment: 'Adjustment',
  reversal: 'Reversal',
};
/** What an item is, and what it says of itself. */
const wordsOf = ({ kind, description }: { kind: string; description: string | null }): string => {
  const name = kindWords[kind] ?? kind;
  if (description === null || description.startsWith(name)) return description ?? name;
  return `${name}: ${description}`;
};

const entryColumns: Column<Statement['entries'][number]>[] = [
  { header: 'Date', cell: entry => <Day date={entry.business_date} /> },
  {
    header: 'Document',
    cell: ({ document_number: number, link }) =>
      link ? (
        <Anchor component={Link} to={link}>
          {number}
        </Anchor>
      ) : (
        (number ?? '—')
      ),
  },
  {
    header: 'Description',
    cell: entry => (
      <Anchor component={Link} to="/journals/$id" params={{ id: String(entry.journal_id) } as never}>
        {wordsOf(entry)}
      </Anchor>
    ),
  },
  { header: 'Debit', align: 'end', cell: entry => (entry.debit ? <Money pence={entry.debit} /> : '') },
  { header: 'Credit', align: 'end', cell: entry => (entry.credit ? <Money pence={entry.credit} /> : '') },
  {
    header: 'Balance',
    align: 'end',
    cell: entry => <span className="figures">{balanceWords(entry.balance)}</span>,
  },
];

const openColumns: Column<Statement['open_items'][number]>[] = [
  { header: 'Date', cell: item => <Day date={item.business_date} /> },
  { header: 'Document', cell: item => item.document_number ?? '—' },
  { header: 'Description', cell: wordsOf },
  { header: 'Due', cell: item => <Day date={item.due_on} /> },
  { header: 'Amount', align: 'end', cell: item => <Money pence={item.amount} /> },
  {
    header: 'Open',
    align: 'end',
    cell: item => (
      <span>
        <Money pence={item.open} /> {item.side === 'credit' ? 'to pay' : 'in credit'}
      </span>
    ),
  },
];
