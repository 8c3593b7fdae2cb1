import { quantityWords } from '#domain/kernel/unit-words';
import type { OrderDetail } from '#domain/purchase-orders/purchase-order.contract';
import { Card } from '../../ui/card';
import type { Column } from '../../ui/table/data-table';
import { Moment } from '../../ui/dates/day';
import { FactList } from '../../ui/record/fact-list';
import { LongTable } from '../../ui/table/long-table';
import { Money } from '../../ui/money';
import { UnitPrice } from '../../ui/unit-price';

type Waiting = NonNullable<OrderDetail['waiting_revision']>;

/** A revision above the approved amount, for the approver. */
export function WaitingRevision({ order: { waiting_revision: waiting } }: { order: OrderDetail }) {
  if (!waiting) return null;
  return (
    <Card title="Revision waiting for approval" flush>
      <div className="waiting-revision">
        <FactList
          facts={[
            { label: 'Total', value: <Money pence={waiting.total} /> },
            { label: 'Requested by', value: waiting.asked_by },
            { label: 'Requested', value: <Moment at={waiting.asked_at} /> },
            { label: 'Reason', value: waiting.reason ?? '—' },
          ]}
        />
      </div>
      <LongTable
        label="Revision lines"
        rows={waiting.lines.map((line, index) => ({ ...line, index }))}
        rowKey={line => line.index}
        columns={columns}
        empty="This revision has no lines."
      />
    </Card>
  );
}

const columns: readonly Column<Waiting['lines'][number] & { index: number }>[] = [
  { header: 'Item', cell: line => line.description },
  {
    header: 'Quantity',
    align: 'end',
    cell: line => <span className="figures">{quantityWords(line.quantity, line.unit)}</span>,
  },
  { header: 'Price', align: 'end', cell: line => <UnitPrice cost={line.unit_price} /> },
  { header: 'Total', align: 'end', cell: line => <Money pence={line.gross} /> },
];
