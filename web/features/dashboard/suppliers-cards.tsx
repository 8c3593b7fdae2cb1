import type { ReactNode } from 'react';
import type { ReplyOf } from '#domain/kernel/call';
import type { dashboard } from '#domain/dashboard/dashboard.contract';
import { Card } from '../../ui/card';
import { counted } from '../../ui/counted';
import { FigureLink } from '../../ui/figure-link';
import { TextLink } from '../../ui/links';
import { Money, Outstanding } from '../../ui/money';
import { Tiles } from '../../ui/tiles';
import { supplierDrillDown } from './drill-down';

type Suppliers = NonNullable<ReplyOf<typeof dashboard.show>['suppliers']>;

export const SuppliersCard = ({ suppliers }: { suppliers: Suppliers }) => (
  <Card title="Suppliers">
    <Tiles
      tiles={[
        leading('Active suppliers', 'active', counted(suppliers.active)),
        leading('Inactive', 'inactive', counted(suppliers.inactive)),
        leading('Open orders', 'open_orders', counted(suppliers.open_orders)),
        leading('Value of open orders', 'open_order_amount', <Money pence={suppliers.open_order_amount} />),
        leading(
          'Outstanding on orders',
          'outstanding_amount',
          <Outstanding pence={suppliers.outstanding_amount} />,
        ),
      ]}
    />
  </Card>
);

const leading = (label: string, figure: keyof typeof supplierDrillDown, shown: ReactNode) => ({
  label,
  value: (
    <FigureLink label={label} place={supplierDrillDown[figure]}>
      {shown}
    </FigureLink>
  ),
});

export const OwedMostCard = ({ owed }: { owed: Suppliers['owed_most'] }) => (
  <Card title="Largest amounts owed" flush>
    {owed.length === 0 ? (
      <p className="dashboard-empty">Nothing is outstanding.</p>
    ) : (
      <ol className="dashboard-list">
        {owed.map(supplier => (
          <li key={supplier.id}>
            <TextLink to="/suppliers/$id" params={{ id: String(supplier.id) }}>
              {supplier.name}
            </TextLink>
            <Outstanding pence={supplier.outstanding_amount} />
          </li>
        ))}
      </ol>
    )}
  </Card>
);
