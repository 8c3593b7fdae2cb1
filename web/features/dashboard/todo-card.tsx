import { Link } from '@tanstack/react-router';
import type { Todo } from '#domain/dashboard/dashboard.contract';
import { useMayOpen } from '../../platform/may-open';
import type { PagePath } from '../../platform/page-path';
import { Card } from '../../ui/card';
import { Money } from '../../ui/money';
import { Tiles } from '../../ui/tiles';

type Place = {
  readonly label: string;
  readonly path: PagePath;
  readonly search: Readonly<Record<string, string>>;
};

/** Each leads to the list that has just those. */
const places: Readonly<Record<Todo['kind'], Place>> = {
  late_orders: { label: 'Overdue orders', path: '/purchases', search: { late: 'yes' } },
  low_stock: { label: 'Low stock', path: '/stock', search: { attention: 'low' } },
  bills_overdue: { label: 'Bills overdue', path: '/aged-creditors', search: { overdue: 'yes' } },
  overdue_invoices: {
    label: 'Overdue invoices',
    path: '/sales/invoices',
    search: { payment_state: 'overdue' },
  },
  failed_emails: { label: 'E-mails not delivered', path: '/emails/inbox', search: { folder: 'sent' } },
  open_tills: { label: 'Open tills', path: '/sales/tills', search: { status: 'open' } },
  sale_exceptions: {
    label: 'Paid sales to review',
    path: '/sales/exceptions',
    search: { state: 'open' },
  },
  orders_to_approve: { label: 'Orders to approve', path: '/purchases', search: { approval: 'waiting' } },
  expenses_to_approve: { label: 'Expenses to approve', path: '/expenses', search: { status: 'submitted' } },
};

/** What waits for somebody. What is at nothing stays in its place. */
export function TodoCard({ todo }: { todo: readonly Todo[] }) {
  const mayOpen = useMayOpen();
  return (
    <Card title="To do">
      <Tiles
        tiles={todo.map(({ kind, count, amount }) => {
          const { label, path, search } = places[kind];
          const figure = amount === null ? (count ?? 0).toLocaleString('en-GB') : <Money pence={amount} />;
          return {
            label,
            value: mayOpen(path) ? (
              <Link to={path} search={search} aria-label={`${label}: show them`}>
                {figure}
              </Link>
            ) : (
              figure
            ),
          };
        })}
      />
    </Card>
  );
}
