import { type ComponentProps, useState } from 'react';
import { paymentMethodNames, paymentStatusNames } from '#domain/payments/payment.status';
import type { SupplierDetail, TransactionRow } from '#domain/suppliers/supplier.contract';
import { everything, useReload } from '../../platform/reload';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import type { Column } from '../../ui/table/data-table';
import { Day } from '../../ui/dates/day';
import { LongTable } from '../../ui/table/long-table';
import { Money, outstandingFigure } from '../../ui/money';
import type { Notices } from '../../ui/notice';
import { Tiles } from '../../ui/tiles';
import {
  PaymentActions,
  type PaymentDialogState,
  PaymentDialogs,
  useCanActOnPayments,
} from '../supplier-payments';
import { paymentTones } from './status-tones';

type Props = { supplier: SupplierDetail; notices: Notices };

/**
 * Payments between us and a supplier: four figures and every payment (SD-05). A payment without an order, or whose order
 * was cancelled, is completed, cancelled or reversed only here.
 */
export function SupplierTransactions({ supplier: { summary, payments_directory }, notices }: Props) {
  const canAct = useCanActOnPayments();
  const reload = useReload(everything);
  const [open, setOpen] = useState<PaymentDialogState | null>(null);
  const changed = (message: string) => {
    setOpen(null);
    reload(() => notices.succeeded(message));
  };
  return (
    <Card title="Financial Summary & Transactions" flush>
      <div className="card-body">
        <Tiles
          tiles={[
            { label: 'Total Purchase', value: <Money pence={summary.total_purchase_amount} /> },
            { label: 'Total Paid', value: <Money pence={summary.total_paid_amount} /> },
            outstandingFigure(summary.outstanding_amount),
            { label: 'Last Purchase', value: <Day date={summary.last_purchase_date} /> },
          ]}
        />
      </div>
      <LongTable
        label="Payment transactions"
        rows={payments_directory.transactions}
        rowKey={payment => payment.id}
        columns={
          canAct ? [...columns, actionsColumn({ notices, onOpen: setOpen, onChanged: changed })] : columns
        }
        empty="No payment transactions found for this supplier."
      />
      {open && <PaymentDialogs open={open} onClose={() => setOpen(null)} onDone={changed} />}
    </Card>
  );
}

const columns: readonly Column<TransactionRow>[] = [
  { header: 'Date', kind: 'date', cell: payment => <Day date={payment.payment_date} /> },
  {
    header: 'PO Number',
    kind: 'code',
    cell: payment => <span className="figures">{payment.po_number ?? '—'}</span>,
  },
  { header: 'Amount', align: 'end', cell: payment => <Money pence={payment.amount} /> },
  { header: 'Method', cell: payment => paymentMethodNames[payment.payment_method] },
  {
    header: 'Status',
    kind: 'status',
    cell: payment => <Badge tone={paymentTones[payment.status]}>{paymentStatusNames[payment.status]}</Badge>,
  },
  { header: 'Reference', cell: payment => payment.reference_number ?? '—' },
  { header: 'Notes', cell: payment => payment.notes ?? '—' },
];

const actionsColumn = (
  work: Omit<ComponentProps<typeof PaymentActions>, 'payment'>,
): Column<TransactionRow> => ({
  header: 'Actions',
  kind: 'actions',
  align: 'end',
  cell: payment => <PaymentActions payment={payment} {...work} />,
});
