import { Eye, Mail, Pencil, Trash2 } from 'lucide-react';
import { countOf } from '#domain/kernel/count-of';
import type { SupplierRow, suppliers } from '#domain/suppliers/supplier.contract';
import type { Column, Columns } from '../../ui/table/data-table';
import { Day, Moment } from '../../ui/dates/day';
import { TextLink } from '../../ui/links';
import { Balance, Money, Outstanding, outstandingFigure } from '../../ui/money';
import { RowAction } from '../../ui/table/row-action';
import { StatusBadge } from '../../ui/status-badge';
import './supplier-columns.css';

type Action = false | ((supplier: SupplierRow) => void);
type Actions = { onEdit: Action; onOpen: Action; onEmail: Action; onDelete: Action };

/** What is owed, for users who may see the ledger, with its total of all pages. */
type Owed = { total: number | undefined };

/**
 * The columns of the supplier list (SL-02). Actions without permission are absent (SL-07), and so are the check boxes and
 * what is owed.
 */
export const supplierColumns = (
  actions: Actions,
  choice: Column<SupplierRow> | false,
  owed: Owed | false,
): Columns<typeof suppliers.list> => [
  ...(choice ? [choice] : []),
  {
    header: 'Name',
    sort: 'name',
    minWidth: '170px',
    phone: 'title',
    edit: ['name'],
    cell: supplier => <NameAndAddress supplier={supplier} canOpen={actions.onOpen !== false} />,
  },
  {
    header: 'Contact Info',
    minWidth: '160px',
    phone: 'hidden',
    edit: ['email', 'phone', 'contact_person'],
    cell: supplier => <ContactInfo supplier={supplier} />,
  },
  {
    header: 'Purchase Orders',
    align: 'end',
    phone: 'hidden',
    cell: supplier => <span className="count-badge figures">{supplier.total_purchase_orders}</span>,
  },
  {
    header: 'Financial Summary',
    width: '190px',
    lines: 3,
    phone: 'figure',
    cell: supplier => <FinancialSummary supplier={supplier} />,
    phoneCell: supplier => <Outstanding pence={supplier.outstanding_amount} />,
  },
  ...(owed ? [owedColumn(owed)] : []),
  {
    header: 'Last Purchase Date',
    kind: 'date',
    phone: 'detail',
    cell: supplier => <Day date={supplier.last_purchase_date} />,
  },
  {
    header: 'Status',
    kind: 'status',
    phone: 'detail',
    edit: ['status'],
    cell: supplier => <StatusBadge status={supplier.status} />,
  },
  ...termColumns,
  {
    header: 'Created',
    kind: 'date',
    sort: 'created_at',
    cell: supplier => <Moment at={supplier.created_at} />,
  },
  {
    header: 'Actions',
    kind: 'actions',
    align: 'end',
    width: '134px',
    cell: supplier => <RowActions supplier={supplier} {...actions} />,
  },
];

const termColumns: Columns<typeof suppliers.list> = [
  {
    header: 'Payment terms',
    hidden: true,
    align: 'end',
    cell: ({ payment_terms_days: days }) => (days === 0 ? 'On the bill date' : countOf(days, 'day')),
  },
  { header: 'VAT number', kind: 'code', hidden: true, cell: ({ vat_number }) => vat_number ?? '—' },
];

/** The ledger's balance: unlike what is outstanding, without goods that are still to come. */
const owedColumn = ({ total }: Owed): Columns<typeof suppliers.list>[number] => ({
  header: 'Owed',
  hidden: true,
  sort: 'owed',
  align: 'end',
  cell: ({ owed_amount = 0 }) => (owed_amount === 0 ? '—' : <Outstanding pence={owed_amount} />),
  foot: total !== undefined && <Balance pence={total} />,
});

const NameAndAddress = ({ supplier, canOpen }: { supplier: SupplierRow; canOpen: boolean }) => (
  <div className="supplier-name">
    {canOpen ? (
      <TextLink to="/suppliers/$id" params={{ id: String(supplier.id) }} fw={560}>
        {supplier.name}
      </TextLink>
    ) : (
      <strong>{supplier.name}</strong>
    )}
    {supplier.address && <span className="supplier-aside">{supplier.address.replaceAll('\n', ', ')}</span>}
  </div>
);

function ContactInfo({ supplier }: { supplier: SupplierRow }) {
  const lines = [supplier.email, supplier.phone, supplier.contact_person].filter(line => line !== null);
  if (lines.length === 0) return '—';
  return (
    <div className="supplier-contact">
      {lines.map(line => (
        <span key={line}>{line}</span>
      ))}
    </div>
  );
}

function FinancialSummary({ supplier }: { supplier: SupplierRow }) {
  const { label, value } = outstandingFigure(supplier.outstanding_amount);
  return (
    <dl className="financial-summary">
      <dt>Total</dt>
      <dd>
        <Money pence={supplier.total_purchase_amount} />
      </dd>
      <dt>Paid</dt>
      <dd>
        <Money pence={supplier.total_paid_amount} />
      </dd>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </dl>
  );
}

const RowActions = ({ supplier, onEdit, onOpen, onEmail, onDelete }: { supplier: SupplierRow } & Actions) => (
  <span className="row-actions">
    {onEdit && <RowAction icon={Pencil} label="Edit" of={supplier.name} onClick={() => onEdit(supplier)} />}
    {onOpen && (
      <RowAction icon={Eye} label="View details of" of={supplier.name} onClick={() => onOpen(supplier)} />
    )}
    {onEmail && (
      <RowAction icon={Mail} label="Send email to" of={supplier.name} onClick={() => onEmail(supplier)} />
    )}
    {onDelete && (
      <RowAction icon={Trash2} label="Delete" of={supplier.name} danger onClick={() => onDelete(supplier)} />
    )}
  </span>
);
