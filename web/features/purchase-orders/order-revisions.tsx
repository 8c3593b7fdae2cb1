import type { OrderDetail } from '#domain/purchase-orders/purchase-order.contract';
import { Card } from '../../ui/card';
import type { Column } from '../../ui/table/data-table';
import { Moment } from '../../ui/dates/day';
import { LongTable } from '../../ui/table/long-table';
import { Money } from '../../ui/money';

type Revision = OrderDetail['revisions'][number];

/** The order's revisions since it was sent. */
export const OrderRevisions = ({ order }: { order: OrderDetail }) =>
  order.revisions.length === 0 ? null : (
    <Card title="Revisions" flush>
      <LongTable
        label="Revisions"
        rows={order.revisions}
        rowKey={revision => revision.revision}
        columns={columns}
        empty="No revisions yet."
      />
    </Card>
  );

const columns: readonly Column<Revision>[] = [
  {
    header: 'Revision',
    align: 'end',
    cell: revision => <span className="figures">{revision.revision}</span>,
  },
  { header: 'Changed', cell: revision => <Moment at={revision.changed_at} /> },
  { header: 'By', kind: 'person', cell: revision => revision.changed_by },
  { header: 'Reason', cell: revision => revision.reason ?? '—' },
  { header: 'Total before', align: 'end', cell: revision => <Money pence={revision.total_before} /> },
  { header: 'Total after', align: 'end', cell: revision => <Money pence={revision.total_after} /> },
];
