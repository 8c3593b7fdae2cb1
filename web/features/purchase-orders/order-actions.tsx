import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { FileText, PackageCheck, Pencil, Receipt, Send, Wallet } from 'lucide-react';
import { no, yes } from '#domain/kernel/rule-result';
import { payments } from '#domain/payments/payment.contract';
import { freeLinesWords } from '#domain/purchase-orders/free-lines';
import { type OrderDetail, purchases } from '#domain/purchase-orders/purchase-order.contract';
import { useAccess } from '../../platform/access';
import { request, requestFile } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { confirmed } from '../../platform/confirm';
import { useReload } from '../../platform/reload';
import { saveFile } from '../../platform/save-file';
import { useShortcut } from '../../platform/shortcuts';
import { type Answer, blockedEntry, entryFor } from '../../ui/menus/blocked-entry';
import type { MenuEntry } from '../../ui/menus/menu-entry';
import { MoreMenu } from '../../ui/menus/more-menu';
import { useBusy } from '../../ui/use-busy';
import { type Notices, removeAfterConfirming } from '../../ui/notice';
import { canBillNow } from './can-bill-now';
import type { OrderDialogState } from './order-dialogs';
import { BackToOrders } from './order-or-reason';
import { standingReceipts } from './standing-receipts';
import { useDuplicate } from './use-duplicate';

type Props = {
  order: OrderDetail;
  notices: Notices;
  onOpen: (dialog: OrderDialogState) => void;
  onChanged: (message: string) => void;
};

/** The next step is the main button; actions not possible now stay under More with their reason. */
export function OrderActions({ order, notices, onOpen, onChanged }: Props) {
  const navigate = useNavigate();
  const { can } = order;
  const edit = () => void navigate({ to: '/purchases/$id/edit', params: { id: String(order.id) } });
  useShortcut('e', 'Edit the order', edit, can.edit.allowed);
  const isDraft = order.status === 'draft';
  const next = nextStep(order);
  const more = useMoreItems({ order, notices, onOpen, onChanged });
  const variant = (step: string) => (step === next ? 'filled' : 'default');
  return (
    <>
      <BackToOrders />
      <PdfButton order={order} notices={notices} />
      {can.edit.allowed && (
        <Button variant="default" leftSection={<Pencil size={16} />} onClick={edit}>
          {isDraft ? 'Edit' : 'Revise'}
        </Button>
      )}
      <MoreMenu items={more} />
      {can.pay.allowed && hasOpenBill(order) && (
        <Button
          variant={variant('pay')}
          leftSection={<Wallet size={16} />}
          onClick={() => onOpen({ kind: 'pay' })}
        >
          Pay
        </Button>
      )}
      {canBillNow(order) && (
        <Button
          variant={variant('bill')}
          leftSection={<Receipt size={16} />}
          onClick={() => onOpen({ kind: 'bill' })}
        >
          Record bill
        </Button>
      )}
      {can.receive.allowed && (
        <Button
          variant={variant('receive')}
          leftSection={<PackageCheck size={16} />}
          onClick={() => onOpen({ kind: 'receive' })}
        >
          Receive goods
        </Button>
      )}
      {can.send.allowed && (
        <Button leftSection={<Send size={16} />} onClick={() => onOpen({ kind: 'send' })}>
          Send
        </Button>
      )}
    </>
  );
}

type Step = 'send' | 'receive' | 'bill' | 'pay' | null;

/** The next step; none when the order is complete or is waiting for someone else. */
function nextStep(order: OrderDetail): Step {
  const { can } = order;
  if (order.status === 'draft') return can.send.allowed ? 'send' : null;
  if (can.receive.allowed) return 'receive';
  if (canBillNow(order)) return 'bill';
  return can.pay.allowed && hasOpenBill(order) ? 'pay' : null;
}

/**
 * A bill for the goods that is not fully paid: until there is one, a payment is an advance. A carrier's bill is paid to the
 * carrier, not with the order.
 */
const hasOpenBill = ({ bills, supplier }: OrderDetail): boolean =>
  bills.some(bill => bill.kind === 'goods' && bill.supplier.id === supplier.id && isOpenBill(bill));

const isOpenBill = ({ outstanding, reversed_at }: OrderDetail['bills'][number]): boolean =>
  outstanding > 0 && reversed_at === null;

/** An order changed after it was sent can be sent again, marked as a revision. */
const canSendRevision = ({ status, revision }: OrderDetail): boolean =>
  revision > 1 && (status === 'sent' || status === 'received');

function PdfButton({ order, notices }: Pick<Props, 'order' | 'notices'>) {
  const { busy, whileBusy } = useBusy();
  const save = async () => {
    try {
      const file = await requestFile(purchases.pdf, { params: { id: order.id }, shownInPlace: true });
      saveFile(file, `${order.po_number}.pdf`);
    } catch (error) {
      notices.failed(messageOf(error, 'The PDF could not be created. Try again.'));
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<FileText size={16} />}
      loading={busy}
      onClick={() => void whileBusy(save)}
    >
      PDF
    </Button>
  );
}

function useMoreItems({ order, notices, onOpen, onChanged }: Props): MenuEntry[] {
  const { canCall } = useAccess();
  const navigate = useNavigate();
  const duplicate = useDuplicate(notices);
  const reload = useReload(purchases.list);
  const { can } = order;
  const markSent = async () => {
    const free = freeLinesWords(order.lines);
    const title = `Mark ${order.po_number} as sent?`;
    if (free !== null && !(await confirmed({ title, text: free, action: 'Mark as sent' }))) return;
    try {
      await request(purchases.markSent, { params: { id: order.id }, shownInPlace: true });
      onChanged(`${order.po_number} marked as sent.`);
    } catch (error) {
      notices.failedWrite(error, 'The order could not be marked as sent.');
    }
  };
  const remove = () =>
    removeAfterConfirming(notices, {
      question: `Delete the draft ${order.po_number}?`,
      send: () => request(purchases.remove, { params: { id: order.id }, shownInPlace: true }),
      failure: 'The order could not be deleted.',
      isLeft: true,
      onDone: () => void navigate({ to: '/purchases' }).then(() => reload()),
    });
  const open = (kind: PlainKind) => () => onOpen({ kind });
  const paying = usePaying(order, { payInAdvance: open('pay'), recordRefund: open('refund') });
  return [
    ...entryFor(canCall(purchases.markSent), can.send, 'Mark as sent', () => void markSent()),
    ...(canSendRevision(order) ? entryFor(canCall(purchases.send), yes, 'Send revision', open('send')) : []),
    ...blockedEntry(canCall(purchases.update), can.edit, 'Revise'),
    ...blockedEntry(canCall(purchases.receive), can.receive, 'Receive goods'),
    ...(canBillNow(order) ? [] : blockedEntry(canCall(purchases.bill), billResult(order), 'Record bill')),
    ...paying,
    ...entryFor(canCall(purchases.return), can.return, 'Return goods', open('return')),
    ...entryFor(canCall(purchases.landedCost), landedResult(order), 'Add landed cost', open('landed_cost')),
    ...entryFor(canCall(purchases.closeShort), can.close_short, 'Close short', open('close_short')),
    ...entryFor(canCall(purchases.reopen), can.reopen, 'Reopen', open('reopen')),
    ...entryFor(canCall(purchases.duplicate), yes, 'Duplicate', () => void duplicate(order.id)),
    ...entryFor(canCall(purchases.cancel), can.cancel, 'Cancel the order', open('cancel')),
    ...entryFor(canCall(purchases.remove), can.delete, 'Delete the draft', () => void remove()),
  ];
}

/**
 * Paying before there is a bill for the goods, a refund of what is paid, and carriers with open bills, who are paid on
 * their own pages.
 */
function usePaying(
  order: OrderDetail,
  { payInAdvance, recordRefund }: { payInAdvance: () => void; recordRefund: () => void },
): MenuEntry[] {
  const { can, canCall } = useAccess();
  const navigate = useNavigate();
  const canRecord = canCall(payments.create);
  const open = order.bills.filter(bill => bill.kind === 'landed_cost' && isOpenBill(bill));
  const carriers = new Map(open.map(({ supplier }) => [supplier.id, supplier.name]));
  return [
    ...(hasOpenBill(order) && order.can.pay.allowed
      ? []
      : entryFor(canRecord, canPayInAdvance(order), 'Pay in advance', payInAdvance)),
    // Also once nothing is outstanding: goods that were paid for and returned are repaid (rule P4).
    ...entryFor(canRecord, refundResult(order), 'Record refund', recordRefund),
    ...[...carriers].flatMap(([id, name]) =>
      entryFor(canRecord && can('view_supplier'), yes, `Pay ${name}`, () => {
        void navigate({ to: '/suppliers/$id', params: { id: String(id) } });
      }),
    ),
  ];
}

/** The dialogs that need only the order. */
type PlainKind = Exclude<
  OrderDialogState['kind'],
  | 'reverse_bill'
  | 'credit_bill'
  | 'use_advance'
  | 'allocations'
  | 'reverse_receipt'
  | 'cancel_payment'
  | 'fail_payment'
  | 'confirm_excess'
>;

const billResult = ({ can }: OrderDetail): Answer =>
  can.bill.allowed ? no('Everything received has been billed. Receive goods first.') : can.bill;

const landedResult = (order: OrderDetail): Answer =>
  order.can.bill.allowed && standingReceipts(order).length === 0
    ? no('Receive goods first: landed cost is spread over a receipt.')
    : order.can.bill;

const refundResult = ({ paid_amount }: OrderDetail): Answer =>
  paid_amount > 0 ? yes : no('Nothing has been paid on this order.');

/** A payment before any bill; not offered once the order is fully paid. */
const canPayInAdvance = ({ can, outstanding_amount }: OrderDetail): Answer =>
  can.pay.allowed && outstanding_amount <= 0 ? no('Nothing is outstanding on this order.') : can.pay;
