import { orderAttachments } from '#domain/purchase-orders/order-attachment.contract';
import type { OrderDetail } from '#domain/purchase-orders/purchase-order.contract';
import { useShortcut } from '../../platform/shortcuts';
import { AttachmentsCard } from '../../ui/files/attachments-card';
import { RecordPage } from '../../ui/record/record-page';
import { useRecordDialogs } from '../../ui/record/use-record-dialogs';
import { everything } from '../../platform/reload';
import { RecordEmailsCard } from '../emails';
import { RecordActivity } from '../notes';
import { canBillNow } from './can-bill-now';
import { OrderActions } from './order-actions';
import { OrderBadge, OverdueBadge, PaidBadge, WaitingBadge } from './order-badges';
import { OrderBills } from './order-bills';
import { orderChain } from './order-chain';
import { OrderDialogs, type OrderDialogState } from './order-dialogs';
import { OrderHints } from './order-hints';
import { OrderInformation } from './order-information';
import { OrderLines } from './order-lines';
import { OrderOrReason } from './order-or-reason';
import { OrderPayments } from './order-payments';
import { OrderReceipts } from './order-receipts';
import { OrderRevisions } from './order-revisions';
import { WaitingRevision } from './waiting-revision';
import { orderList } from './purchase-orders.queries';
import './purchase-orders.css';

/** One order: status, lines, receipts, bills, payments and the next actions. */
export const PurchaseOrderDetailPage = () => (
  <OrderOrReason list={orderList}>{order => <Details order={order} />}</OrderOrReason>
);

function Details({ order }: { order: OrderDetail }) {
  // Receipts, bills and payments also change stock, ledgers and the supplier's figures.
  const { notices, open, setOpen, close, changed } = useRecordDialogs<OrderDialogState>(everything);
  useShortcut('r', 'Receive goods', () => setOpen({ kind: 'receive' }), order.can.receive.allowed);
  useShortcut('b', 'Record a bill', () => setOpen({ kind: 'bill' }), canBillNow(order));
  useShortcut(
    'p',
    'Record a payment',
    () => setOpen({ kind: 'pay' }),
    order.can.pay.allowed && order.outstanding_amount > 0,
  );
  return (
    <RecordPage
      title={order.po_number}
      status={
        <>
          <OrderBadge status={order.status} />
          <PaidBadge order={order} />
          {order.is_waiting_for_approval && <WaitingBadge />}
          {order.is_overdue && <OverdueBadge />}
        </>
      }
      actions={<OrderActions order={order} notices={notices} onOpen={setOpen} onChanged={changed} />}
      notices={notices}
      chain={orderChain(order)}
      sections={{
        summary: (
          <>
            <OrderHints order={order} notices={notices} onOpen={setOpen} onChanged={changed} />
            <WaitingRevision order={order} />
            <OrderInformation order={order} />
          </>
        ),
        lines: <OrderLines order={order} />,
        money: (
          <>
            <OrderReceipts order={order} onOpen={setOpen} />
            <OrderBills order={order} onOpen={setOpen} />
            <OrderPayments order={order} onOpen={setOpen} onChanged={changed} notices={notices} />
          </>
        ),
        files: (
          <AttachmentsCard
            calls={orderAttachments}
            recordId={order.id}
            title="Attachments"
            empty="No attachments yet."
            notices={notices}
          />
        ),
        history: (
          <>
            <OrderRevisions order={order} />
            <RecordEmailsCard type="purchase_order" id={order.id} />
            <RecordActivity recordType="purchase_order" recordId={order.id} />
          </>
        ),
      }}
    >
      {open && <OrderDialogs order={order} open={open} onClose={close} onDone={changed} />}
    </RecordPage>
  );
}
