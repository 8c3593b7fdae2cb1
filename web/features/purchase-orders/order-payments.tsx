import { Ban, Check, CircleX } from 'lucide-react';
import { formatPounds } from '#domain/kernel/money';
import { payments } from '#domain/payments/payment.contract';
import { paymentMethodNames, paymentStatusNames } from '#domain/payments/payment.status';
import type { OrderDetail } from '#domain/purchase-orders/purchase-order.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { ApiError, messageOf } from '../../platform/api-error';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import type { Column } from '../../ui/data-table';
import { Day } from '../../ui/day';
import { LongTable } from '../../ui/long-table';
import { Money } from '../../ui/money';
import type { Notices } from '../../ui/notice';
import { RowAction } from '../../ui/row-action';
import { paymentTones } from '../suppliers';
import type { OrderDialogState } from './order-dialogs';

type Payment = OrderDetail['payments'][number];
type Props = {
  order: OrderDetail;
  notices: Notices;
  onOpen: (dialog: OrderDialogState) => void;
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

function PaymentActions({
  payment,
  notices,
  onOpen,
  onChanged,
}: { payment: Payment } & Omit<Props, 'order'>) {
  const { can, canCall } = useAccess();
  const name = payment.number ?? formatPounds(payment.amount);
  const isPending = payment.status === 'pending';
  const canCancel = can(isPending ? 'create_payment' : 'reverse_payment');
  const complete = async () => {
    try {
      await request(payments.complete, { params: { id: payment.id }, body: {}, shownInPlace: true });
      onChanged('Payment completed.');
    } catch (error) {
      const excess = error instanceof ApiError ? error.errors['confirm_excess']?.[0] : undefined;
      if (excess) onOpen({ kind: 'confirm_excess', payment, note: excess });
      else notices.failed(messageOf(error, 'The payment could not be completed.'));
    }
  };
  return (
    <span className="row-actions">
      {canCall(payments.complete) && (
        <RowAction
          icon={Check}
          label="Complete payment"
          of={name}
          can={payment.can.complete}
          onClick={() => void complete()}
        />
      )}
      {canCall(payments.fail) && (
        <RowAction
          icon={CircleX}
          label="Mark as failed"
          of={name}
          can={payment.can.fail}
          onClick={() => onOpen({ kind: 'fail_payment', payment })}
        />
      )}
      {canCancel && (
        <RowAction
          icon={Ban}
          label={isPending ? 'Cancel payment' : 'Reverse payment'}
          of={name}
          danger
          can={payment.can.cancel}
          onClick={() => onOpen({ kind: 'cancel_payment', payment })}
        />
      )}
    </span>
  );
}
