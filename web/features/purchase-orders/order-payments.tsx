import { paymentMethodNames, paymentStatusNames } from '#domain/payments/payment.status';
import type { OrderDetail } from '#domain/purchase-orders/purchase-order.contract';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import type { Column } from '../../ui/table/data-table';
import { Day } from '../../ui/dates/day';
import { LongTable } from '../../ui/table/long-table';
import { Money } from '../../ui/money';
import type { Notices } from '../../ui/notice';
import { PaymentActions, type PaymentDialogState } from '../supplier-payments';
import { paymentTones } from '../suppliers';

type Payment = OrderDetail['payments'][number];
type Props = {
  order: OrderDetail;
  notices: Notices;
  onOpen: (dialog: PaymentDialogState) => void;
  onChanged: (message: string) => void;
};

/** The order's payments and refunds; pending payments are completed or cancelled here. */
export function OrderPayments({ order, ...work }: Props) {
  if (order.status === 'draft') return null;
  return (
    <Card title="Payments" id="payments" flush>
      <LongTable
        label="Payments"
        rows={order.payments}
        rowKey={payment => payment.id}
        columns={columnsWith(work)}
        empty="No payments yet."
      />
    </Card>
  );
}

const columns: readonly Column<Payment>[] = [
  {
    header: 'Number',
    kind: 'code',
    cell: payment => <span className="figures">{payment.number ?? '—'}</span>,
  },
  { header: 'Date', kind: 'date', cell: payment => <Day date={payment.payment_date} /> },
  {
    header: 'Amount',
    align: 'end',
    cell: payment => <Money pence={payment.direction === 'in' ? 0 - payment.amount : payment.amount} />,
  },
  { header: 'Method', cell: payment => paymentMethodNames[payment.payment_method] },
  {
    header: 'Status',
    kind: 'status',
    cell: payment => <Badge tone={paymentTones[payment.status]}>{paymentStatusNames[payment.status]}</Badge>,
  },
  { header: 'Reference', cell: payment => payment.reference_number ?? '—' },
];

const columnsWith = (work: Omit<Props, 'order'>): readonly Column<Payment>[] => [
  ...columns,
  {
    header: 'Actions',
    kind: 'actions',
    align: 'end',
    cell: payment => <PaymentActions payment={payment} {...work} />,
  },
];
