import { Undo2 } from 'lucide-react';
import { formatPounds } from '#domain/kernel/money';
import type {
  SupplierCreditRow,
  supplierCredits,
  SupplierCreditTotals,
} from '#domain/purchase-orders/supplier-credit.contract';
import { Badge } from '../../ui/badge';
import type { Column, Columns } from '../../ui/table/data-table';
import { Day } from '../../ui/dates/day';
import { JournalLink } from '../../ui/record/journal-link';
import { TextLink } from '../../ui/links';
import { Money, Sum } from '../../ui/money';
import { RowAction } from '../../ui/table/row-action';
import './supplier-documents.css';

type Terms = {
  withSupplier: boolean;
  withJournal: boolean;
  onReverse: false | ((credit: SupplierCreditRow) => void);
  /** Of a list with totals: its sums, once they are known. */
  totals?: { sums: SupplierCreditTotals | undefined; excludesReversed: boolean };
};

/** A credit note in a list; the supplier is omitted on the supplier's own page, and so are the totals. */
export const creditColumns = ({
  withSupplier,
  withJournal,
  onReverse,
  totals,
}: Terms): Columns<typeof supplierCredits.list> => [
  {
    header: 'Our / supplier number',
    kind: 'code',
    sort: 'number',
    cell: credit => (
      <span className="paper-lines">
        <strong className="figures">{credit.number}</strong>
        <span className="paper-aside">{credit.supplier_credit_number ?? '—'}</span>
      </span>
    ),
    ...(totals && { foot: totals.excludesReversed ? 'Total excl. reversed' : 'Total' }),
  },
  ...(withSupplier ? [supplierColumn] : []),
  {
    header: 'Date',
    kind: 'date',
    sort: 'credit_date',
    cell: credit => (
      <span className="paper-lines">
        <Day date={credit.credit_date} />
        {credit.posted_on !== null && credit.posted_on !== credit.credit_date && (
          <span className="paper-aside">
            posted <Day date={credit.posted_on} />
          </span>
        )}
      </span>
    ),
  },
  { header: 'For', cell: credit => <CreditedFor credit={credit} /> },
  {
    header: 'Total',
    sort: 'gross',
    align: 'end',
    cell: credit => <Money pence={credit.gross} />,
    ...(totals && { foot: <Sum pence={totals.sums?.gross} /> }),
  },
  {
    header: 'Status',
    kind: 'status',
    cell: credit => <State credit={credit} />,
    ...(totals && { foot: totals.sums && `${formatPounds(totals.sums.on_account)} on account` }),
  },
  ...(withJournal ? [journalColumn] : []),
  ...(onReverse ? [actionsColumn(onReverse)] : []),
];

const supplierColumn: Column<SupplierCreditRow> = {
  header: 'Supplier',
  minWidth: '140px',
  cell: ({ supplier }) => (
    <TextLink to="/suppliers/$id" params={{ id: String(supplier.id) }}>
      {supplier.name}
    </TextLink>
  ),
};

const journalColumn: Column<SupplierCreditRow> = {
  header: 'Journal',
  cell: ({ journal_id }) => (journal_id === null ? '—' : <JournalLink id={journal_id} />),
};

const actionsColumn = (onReverse: (credit: SupplierCreditRow) => void): Column<SupplierCreditRow> => ({
  header: 'Actions',
  kind: 'actions',
  align: 'end',
  cell: credit =>
    credit.kind === 'amount' &&
    credit.reversed_at === null && (
      <RowAction
        label="Reverse credit note"
        of={credit.supplier_credit_number ?? credit.number}
        danger
        icon={Undo2}
        onClick={() => onReverse(credit)}
      />
    ),
});

/** Returned goods, or bills with their amounts, or on account; with the reason. */
const CreditedFor = ({ credit }: { credit: SupplierCreditRow }) => (
  <span className="paper-lines">
    <span>
      {credit.kind === 'return' && 'Goods returned'}
      {credit.kind === 'amount' && (credit.bills.length === 0 ? 'On account' : 'Bills')}
      {credit.bills.map((bill, index) => (
        <span key={bill.id}>
          {index === 0 ? ' ' : ', '}
          <span className="figures">{bill.supplier_bill_number}</span> <Money pence={bill.amount} />
        </span>
      ))}
      {credit.orders.map(order => (
        <span key={order.id}>
          {' '}
          <TextLink to="/purchases/$id" params={{ id: String(order.id) }} className="figures">
            {order.po_number}
          </TextLink>
        </span>
      ))}
    </span>
    <span className="paper-aside">{credit.reason}</span>
  </span>
);

function State({ credit }: { credit: SupplierCreditRow }) {
  if (credit.reversed_at !== null)
    return (
      <span title={credit.reversal_reason ?? undefined}>
        <Badge tone="secondary">Reversed</Badge>
      </span>
    );
  if (credit.on_account === 0) return <Badge tone="success">Used</Badge>;
  return (
    <Badge tone="warning">
      <Money pence={credit.on_account} /> on account
    </Badge>
  );
}
