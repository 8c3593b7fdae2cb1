import { Link } from '@tanstack/react-router';
import type { ReplyOf } from '#domain/kernel/call';
import type { dashboard } from '#domain/dashboard/dashboard.contract';
import { Card } from '../../ui/card';
import { Money, Outstanding } from '../../ui/money';
import { Tiles } from '../../ui/tiles';

type Suppliers = NonNullable<ReplyOf<typeof dashboard.show>['suppliers']>;

export const SuppliersCard = ({ suppliers }: { suppliers: Suppliers }) => (
  <Card title="Suppliers">
    <Tiles
      tiles={[
        {
          label: 'Active suppliers',
          value: (
            <Link to="/suppliers" search={{ status: 'active' }}>
              {suppliers.active}
            </Link>
          ),
        },
        {
          label: 'Inactive',
          value: (
            <Link to="/suppliers" search={{ status: 'inactive' }}>
              {suppliers.inactive}
            </Link>
          ),
        },
        { label: 'Open orders', value: suppliers.open_orders },
        { label: 'Value of open orders', value: <Money pence={suppliers.open_order_amount} /> },
        { label: 'Outstanding, on orders', value: <Outstanding pence={suppliers.outstanding_amount} /> },
      ]}
    />
  </Card>
);

export const OwedMostCard = ({ owed }: { owed: Suppliers['owed_most'] }) => (
  <Card title="Owed most" flush>
    {owed.length === 0 ? (
      <p className="dashboard-empty">Nothing is outstanding.</p>
    ) : (
      <ol className="dashboard-list">
        {owed.map(supplier => (
          <li key={supplier.id}>
            <Link to="/suppliers/$id" params={{ id: String(supplier.id) }}>
              {supplier.name}
            </Link>
            <Outstanding pence={supplier.outstanding_amount} />
          </li>
        ))}
      </ol>
    )}
  </Card>
);
