import { Eye, Pencil, Trash2 } from 'lucide-react';
import { customerKindNames } from '#domain/customers/customer-fields';
import type { Customer, CustomerRow, customers, CustomerTotals } from '#domain/customers/customer.contract';
import { countOf } from '#domain/kernel/count-of';
import { formatPounds } from '#domain/kernel/money';
import type { Column, ColumnOf, Columns } from '../../ui/table/data-table';
import { Moment } from '../../ui/dates/day';
import { TextLink } from '../../ui/links';
import { Money, Sum } from '../../ui/money';
import { RowAction } from '../../ui/table/row-action';
import { contactLines } from '../../ui/contact-lines';
import { CustomerBadge } from './customer-state';
import { TagList } from './tag-field';
import './customers.css';

type Action = false | ((customer: Customer) => void);
type Actions = {
  choice: Column<CustomerRow>;
  onEdit: Action;
  onOpen: (customer: Customer) => void;
  onDelete: Action;
  /** Whether the credit limit is edited in its cell. */
  canGiveCredit: boolean;
};

/** The columns of the customer list. Actions without permission are absent, and so are `balances`. */
export const customerColumns = (
  actions: Actions,
  balances: false | { totals: CustomerTotals | undefined },
): Columns<typeof customers.list> => [
  actions.choice,
  {
    header: 'Name',
    sort: 'name',
    minWidth: '158px',
    phone: 'title',
    edit: ['name'],
    cell: customer => <NameAndContact customer={customer} />,
    ...(balances && { foot: 'Total' }),
  },
  {
    header: 'Number',
    phone: 'detail',
    sort: 'number',
    width: '96px',
    cell: customer => <span className="figures">{customer.number}</span>,
  },
  {
    header: 'Contact',
    minWidth: '186px',
    phone: 'hidden',
    edit: ['email', 'phone'],
    cell: ({ email, phone }) => contactLines(email, phone),
  },
  {
    header: 'Postcode',
    kind: 'code',
    hidden: true,
    edit: ['billing_postcode'],
    cell: customer => <span className="figures">{customer.billing_postcode ?? '—'}</span>,
  },
  tagColumn,
  ...termColumns,
  ...(balances ? balanceColumns(balances.totals) : []),
  {
    header: 'Credit limit',
    align: 'end',
    ...(actions.canGiveCredit ? { edit: ['credit_limit'] } : {}),
    cell: ({ credit_limit }) => <CreditLimit pence={credit_limit} />,
  },
  {
    header: 'Status',
    kind: 'status',
    width: '96px',
    phone: 'detail',
    edit: ['status'],
    cell: customer => <CustomerBadge customer={customer} />,
  },
  {
    header: 'Created',
    kind: 'date',
    hidden: true,
    sort: 'created_at',
    cell: customer => <Moment at={customer.created_at} />,
  },
  {
    header: 'Actions',
    kind: 'actions',
    align: 'end',
    width: '112px',
    cell: customer => <RowActions customer={customer} {...actions} />,
  },
];

const tagColumn: ColumnOf<typeof customers.list> = {
  header: 'Tags',
  minWidth: '130px',
  cell: customer => (customer.tags.length === 0 ? '—' : <TagList tags={customer.tags} />),
};

const termColumns: Columns<typeof customers.list> = [
  { header: 'Kind', kind: 'code', hidden: true, cell: ({ kind }) => customerKindNames[kind] },
  {
    header: 'Contact person',
    kind: 'person',
    hidden: true,
    cell: customer => customer.contact_person ?? '—',
  },
  { header: 'Price group', hidden: true, cell: ({ price_group }) => price_group?.name ?? 'List prices' },
  {
    header: 'Payment terms',
    hidden: true,
    align: 'end',
    cell: ({ payment_terms_days: days }) => (days === 0 ? 'On the invoice date' : countOf(days, 'day')),
  },
  { header: 'VAT number', kind: 'code', hidden: true, cell: ({ vat_number }) => vat_number ?? '—' },
];

const balanceColumns = (totals: CustomerTotals | undefined): Columns<typeof customers.list> => [
  {
    header: 'Owed',
    phone: 'figure',
    sort: 'owed',
    align: 'end',
    cell: ({ owed = 0, overdue = 0 }) => (owed === 0 ? '—' : <Owed owed={owed} overdue={overdue} />),
    foot: totals && <Owed {...totals} />,
  },
  {
    header: 'Wallet',
    sort: 'wallet',
    align: 'end',
    cell: ({ wallet = 0 }) => (wallet === 0 ? '—' : <Money pence={wallet} />),
    foot: <Sum pence={totals?.wallet} />,
  },
];

const Owed = ({ owed, overdue }: { owed: number; overdue: number }) => (
  <span className="customer-name">
    <Money pence={owed} />
    {overdue > 0 && <span className="customer-aside">{formatPounds(overdue)} overdue</span>}
  </span>
);

const CreditLimit = ({ pence }: { pence: number | null }) =>
  pence === null ? <span className="customer-aside">No credit</span> : <Money pence={pence} />;

const NameAndContact = ({ customer }: { customer: Customer }) => (
  <span className="customer-name">
    <TextLink to="/customers/view/$id" params={{ id: String(customer.id) }} fw={560}>
      {customer.name}
    </TextLink>
    {customer.merged_into && <span className="customer-aside">Merged into {customer.merged_into.name}</span>}
    {customer.contact_person && <span className="customer-aside">{customer.contact_person}</span>}
    {customer.is_walk_in && <span className="customer-aside">Sales to unnamed customers</span>}
  </span>
);

const RowActions = ({ customer, onEdit, onOpen, onDelete }: { customer: Customer } & Actions) => (
  <span className="row-actions">
    {onEdit && !customer.merged_into && !customer.erased_at && (
      <RowAction icon={Pencil} label="Edit" of={customer.name} onClick={() => onEdit(customer)} />
    )}
    <RowAction icon={Eye} label="View details of" of={customer.name} onClick={() => onOpen(customer)} />
    {onDelete && !customer.is_walk_in && (
      <RowAction icon={Trash2} label="Delete" of={customer.name} danger onClick={() => onDelete(customer)} />
    )}
  </span>
);
