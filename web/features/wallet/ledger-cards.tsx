import { Button } from '@mantine/core';
import { Link2, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { countOf } from '#domain/kernel/count-of';
import { formatDate } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import { balanceWords } from '#domain/wallet/balance-words';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { itemWords } from '#domain/wallet/item-words';
import type { Statement } from '#domain/wallet/wallet.contract';
import { writeOffs } from '#domain/wallet/write-off.contract';
import { useAccess } from '../../platform/access';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { today as todaysDate } from '../../ui/form/dated-fields';
import type { Column } from '../../ui/table/data-table';
import { Day } from '../../ui/dates/day';
import { LongTable } from '../../ui/table/long-table';
import { Money, Troubling } from '../../ui/money';
import { RowAction } from '../../ui/table/row-action';
import { Tiles } from '../../ui/tiles';
import { DocumentLink } from '../../ui/record/document-link';
import { JournalLink } from '../../ui/record/journal-link';
import './wallet.css';

export type Entry = Statement['entries'][number];
export type OpenItem = Statement['open_items'][number];

/** The balance in words over the period and, for a customer, its parts as of today. */
export function BalanceCard({ statement, actions }: { statement: Statement; actions: ReactNode }) {
  const { party, today } = statement;
  const limit = party.credit_limit === null ? 'No credit' : formatPounds(party.credit_limit);
  return (
    <Card title="Balance" actions={actions}>
      <Tiles
        tiles={[
          {
            label:
              statement.from === null ? 'Opening balance' : `Opening balance, ${formatDate(statement.from)}`,
            value: balanceWords(statement.opening_balance, party.kind),
          },
          {
            label: `Closing balance, ${formatDate(statement.to)}`,
            value: balanceWords(statement.closing_balance, party.kind),
          },
          ...(party.kind === 'customer'
            ? [
                { label: 'Outstanding', value: <Money pence={today.outstanding} /> },
                { label: 'Due today', value: <Money pence={today.due} /> },
                {
                  label: 'Overdue',
                  value: (
                    <Troubling when={today.overdue > 0}>
                      <Money pence={today.overdue} />
                    </Troubling>
                  ),
                },
                { label: 'In the wallet', value: <Money pence={today.unallocated} /> },
                { label: 'Credit limit', value: limit },
              ]
            : []),
        ]}
      />
    </Card>
  );
}

type EntriesProps = { statement: Statement; onReverse: (entry: Entry) => void };

export function EntriesCard({ statement, onReverse }: EntriesProps) {
  const { canCall } = useAccess();
  const { party } = statement;
  const canReverse = {
    payments: canCall(customerWallet.reverse),
    writeOffs: canCall(writeOffs.reverse),
  };
  return (
    <Card title="Entries" flush>
      <LongTable
        label="Entries"
        rows={statement.entries}
        notListed={statement.entries_left_out}
        rowKey={entry => entry.id}
        columns={[
          ...entryColumns(statement),
          ...(party.kind === 'customer' && (canReverse.payments || canReverse.writeOffs)
            ? [reverseColumn(canReverse, onReverse)]
            : []),
        ]}
        empty="No entries in this period."
      />
      {statement.entries_left_out > 0 && (
        <p className="long-table-empty">
          {countOf(statement.entries_left_out, 'later entry', 'later entries')} not shown. Choose a shorter
          period.
        </p>
      )}
    </Card>
  );
}

const entryColumns = ({ party }: Statement): Column<Entry>[] => [
  { header: 'Date', kind: 'date', cell: entry => <Day date={entry.business_date} /> },
  { header: 'Document', cell: entry => <LedgerDocument item={entry} /> },
  {
    header: 'Description',
    minWidth: '140px',
    cell: entry => (
      <span className="ledger-words">
        <JournalLink id={entry.journal_id}>{itemWords(entry)}</JournalLink>
        {entry.payment && entry.payment.status !== 'completed' && (
          <Badge tone="warning">{entry.payment.status === 'bounced' ? 'Bounced' : 'Reversed'}</Badge>
        )}
        {entry.write_off && entry.write_off.remaining < entry.credit && (
          <Badge tone="warning">{entry.write_off.remaining === 0 ? 'Reversed' : 'Partly reversed'}</Badge>
        )}
      </span>
    ),
  },
  { header: 'Debit', align: 'end', cell: entry => (entry.debit ? <Money pence={entry.debit} /> : '') },
  { header: 'Credit', align: 'end', cell: entry => (entry.credit ? <Money pence={entry.credit} /> : '') },
  {
    header: 'Balance',
    align: 'end',
    cell: entry => <span className="figures">{balanceWords(entry.balance, party.kind)}</span>,
  },
];

type MayReverse = { readonly payments: boolean; readonly writeOffs: boolean };

const reverseColumn = (mayReverse: MayReverse, onReverse: (entry: Entry) => void): Column<Entry> => ({
  header: 'Reverse',
  width: '64px',
  cell: entry =>
    ((mayReverse.payments && entry.payment?.status === 'completed') ||
      (mayReverse.writeOffs && entry.write_off !== null && entry.write_off.remaining > 0)) && (
      <RowAction
        icon={Undo2}
        label="Reverse"
        of={entry.document_number ?? 'this entry'}
        onClick={() => onReverse(entry)}
      />
    ),
});

/** The document by its number; entries of the ledger itself have no page of their own. */
const LedgerDocument = ({ item }: { item: { document_number: string | null; link: string | null } }) => (
  <DocumentLink
    document={{
      number: item.document_number,
      link: item.link === window.location.pathname ? null : item.link,
    }}
  />
);

type OpenItemsProps = { statement: Statement; onMatch: (item: OpenItem) => void };

export function OpenItemsCard({ statement, onMatch }: OpenItemsProps) {
  const { canCall } = useAccess();
  const { party, open_items: items } = statement;
  const hasBoth = items.some(({ side }) => side === 'debit') && items.some(({ side }) => side === 'credit');
  const canMatch =
    hasBoth &&
    party.kind === 'customer' &&
    (party.closed === null || party.is_erased) &&
    canCall(customerWallet.match);
  return (
    <Card title="Open items" flush>
      <LongTable
        label="Open items"
        rows={items}
        notListed={statement.open_items_left_out}
        rowKey={item => item.id}
        columns={[...openColumns(party), ...(canMatch ? [matchColumn(onMatch)] : [])]}
        empty={
          party.kind === 'customer'
            ? 'No open items. Every invoice is paid and all credit is used.'
            : 'No open items. Every bill is settled and every payment is allocated.'
        }
      />
      {statement.open_items_left_out > 0 && (
        <p className="long-table-empty">
          {countOf(statement.open_items_left_out, 'later open item')} not shown. Settle earlier ones to see
          more.
        </p>
      )}
    </Card>
  );
}

const openColumns = ({ kind }: Statement['party']): Column<OpenItem>[] => {
  const owed = kind === 'customer' ? 'debit' : 'credit';
  // Open items are those of today, whatever the period, and so is what is overdue.
  const isOverdue = ({ side, due_on, business_date }: OpenItem) =>
    side === owed && (due_on ?? business_date) < todaysDate();
  return [
    { header: 'Date', kind: 'date', cell: item => <Day date={item.business_date} /> },
    { header: 'Document', cell: item => <LedgerDocument item={item} /> },
    { header: 'Description', minWidth: '140px', cell: itemWords },
    {
      header: 'Due',
      kind: 'date',
      cell: item => (
        <span className="ledger-words">
          <Day date={item.due_on} />
          {isOverdue(item) && <Badge tone="danger">Overdue</Badge>}
        </span>
      ),
    },
    { header: 'Amount', align: 'end', cell: item => <Money pence={item.amount} /> },
    {
      header: 'Open',
      align: 'end',
      cell: item => (
        <span>
          <Money pence={item.open} /> {item.side === owed ? 'to pay' : 'in credit'}
        </span>
      ),
    },
  ];
};

const matchColumn = (onMatch: (item: OpenItem) => void): Column<OpenItem> => ({
  header: 'Use',
  cell: item => (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<Link2 size={14} aria-hidden />}
      aria-label={`${item.side === 'credit' ? 'Use' : 'Pay'} ${item.document_number ?? 'this item'}`}
      onClick={() => onMatch(item)}
    >
      {item.side === 'credit' ? 'Use' : 'Pay from credit'}
    </Button>
  ),
});
