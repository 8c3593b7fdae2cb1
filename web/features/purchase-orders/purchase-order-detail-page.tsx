import { useState } from 'react';
import { orderAttachments } from '#domain/purchase-orders/order-attachment.contract';
import type { OrderDetail } from '#domain/purchase-orders/purchase-order.contract';
import { usePageTitle } from '../../platform/page-title';
import { useShortcut } from '../../platform/shortcuts';
import { AttachmentsCard } from '../../ui/attachments-card';
import { NoticeAlert, useNotice } from '../../ui/notice';
import { PageHeader } from '../../ui/page-header';
import { everything, useReload } from '../../platform/reload';
import { RecordEmailsCard } from '../emails';
import { RecordActivity } from '../notes';
import { canBillNow } from './can-bill-now';
import { OrderActions } from './order-actions';
import { OrderBadge, OverdueBadge, PaidBadge, WaitingBadge } from './order-badges';
import { OrderBills } from './order-bills';
import { OrderDialogs, type OrderDialogState } from './order-dialogs';
import { OrderHints } from './order-hints';
import { OrderInformation } from './order-information';
import { OrderLines } from './order-lines';
import { OrderOrReason } from './order-or-reason';
import { OrderPayments } from './order-payments';
import { OrderReceipts } from './order-receipts';
import { OrderRevisions } from './order-revisions';
import { WaitingRevision } from './waiting-revision';
import './purchase-orders.css';

/** One order: status, lines, receipts, bills, payments and the next actions. */
export const PurchaseOrderDetailPage = () => (
  <OrderOrReason title="Purchase Order">{order => <Details order={order} />}</OrderOrReason>
);

function Details({ order }: { order: OrderDetail }) {
  const notices = useNotice();
  // Receipts, bills and payments also change stock, ledgers and the supplier's figures.
  const reloadAll = useReload(everything);
  const [open, setOpen] = useState<OrderDialogState | null>(null);
  usePageTitle(order.po_number);
  useShortcut('r', 'Receive goods', () => setOpen({ kind: 'receive' }), order.can.receive.allowed);
  useShortcut('b', 'Record a bill', () => setOpen({ kind: 'bill' }), canBillNow(order));
  useShortcut(
    'p',
    'Record a payment',
    () => setOpen({ kind: 'pay' }),
    order.can.pay.allowed && order.outstanding_amount > 0,
  );
  const changed = (message: string) => {
    setOpen(null);
    reloadAll(() => notices.succeeded(message));
  };
  return (
    <>
      <PageHeader
        title={order.po_number}
        detail={
          <span className="order-badges">
            <OrderBadge status={order.status} />
            <PaidBadge order={order} />
            {order.is_waiting_for_approval && <WaitingBadge />}
            {order.is_overdue && <OverdueBadge />}
          </span>
        }
        actions={<OrderActions order={order} notices={notices} onOpen={setOpen} onChanged={changed} />}
      />
      <NoticeAlert notices={notices} />
      <OrderHints order={order} notices={notices} onOpen={setOpen} onChanged={changed} />
      <WaitingRevision order={order} />
      <OrderInformation order={order} />
      <OrderLines order={order} />
      <OrderReceipts order={order} />
      <OrderBills order={order} onOpen={setOpen} />
      <OrderPayments order={order} onOpen={setOpen} onChanged={changed} notices={notices} />
      <AttachmentsCard
        calls={orderAttachments}
        recordId={order.id}
        title="Attachments"
        empty="No attachments yet."
        notices={notices}
      />
      <OrderRevisions order={order} />
      <RecordEmailsCard type="purchase_order" id={order.id} />
      <RecordActivity recordType="purchase_order" recordId={order.id} />
      {open && <OrderDialogs order={order} open={open} onClose={() => setOpen(null)} onDone={changed} />}
    </>
  );
}
