import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { FileText, MoreHorizontal, PackageCheck, Pencil, Receipt, Send, Wallet } from 'lucide-react';
import { useState } from 'react';
import { type OrderDetail, purchases } from '#domain/purchase-orders/purchase-order.contract';
import { useAccess } from '../../platform/access';
import { request, requestFile } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { saveFile } from '../../platform/save-file';
import { useShortcut } from '../../platform/shortcuts';
import { MenuButton } from '../../ui/menu-button';
import type { MenuEntry } from '../../ui/menu-entry';
import { type Notices, removeAfterAsking } from '../../ui/notice';
import { canBillNow } from './can-bill-now';
import type { OrderWindow } from './order-dialogs';
import { BackToOrders } from './purchase-order-form-pages';
import { useClonePage } from './use-clone-page';

type Props = {
  order: OrderDetail;
  notices: Notices;
  onWindow: (window: OrderWindow) => void;
  onChanged: (message: string) => void;
};

/** What can be done with the order now, the next step last. What the order or the person is past is not there. */
export function OrderActions({ order, notices, onWindow, onChanged }: Props) {
  const navigate = useNavigate();
  const { can } = order;
  const edit = () => void navigate({ to: '/purchases/$id/edit', params: { id: String(order.id) } });
  useShortcut('e', 'Edit the order', edit, can.edit.allowed);
  const isDraft = order.status === 'draft';
  // The step that comes next stands out.
  const next = isDraft ? 'send' : can.receive.allowed ? 'receive' : canBillNow(order) ? 'bill' : 'pay';
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
      <MoreMenu order={order} notices={notices} onWindow={onWindow} onChanged={onChanged} />
      {can.pay.allowed && (
        <Button
          variant={variant('pay')}
          leftSection={<Wallet size={16} />}
          onClick={() => onWindow({ kind: 'pay' })}
        >
          Pay
        </Button>
      )}
      {canBillNow(order) && (
        <Button
          variant={variant('bill')}
          leftSection={<Receipt size={16} />}
          onClick={() => onWindow({ kind: 'bill' })}
        >
          Record bill
        </Button>
      )}
      {can.receive.allowed && (
        <Button
          variant={variant('receive')}
          leftSection={<PackageCheck size={16} />}
          onClick={() => onWindow({ kind: 'receive' })}
        >
          Receive goods
        </Button>
      )}
      {can.send.allowed && (
        <Button leftSection={<Send size={16} />} onClick={() => onWindow({ kind: 'send' })}>
          Send
        </Button>
      )}
    </>
  );
}

/** What was changed after it was sent is sent again, marked as what it is. */
const canSendRevision = ({ status, revision }: OrderDetail): boolean =>
  revision > 1 && (status === 'sent' || status === 'received');

function PdfButton({ order, notices }: Pick<Props, 'order' | 'notices'>) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const file = await requestFile(purchases.pdf, { params: { id: order.id }, shownInPlace: true });
      saveFile(file, `${order.po_number}.pdf`);
    } catch (error) {
      notices.failed(messageOf(error, 'The PDF could not be drawn. Try again.'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="default" leftSection={<FileText size={16} />} loading={busy} onClick={() => void save()}>
      PDF
    </Button>
  );
}

function MoreMenu(props: Props) {
  const items = useMoreItems(props);
  if (items.length === 0) return null;
  return (
    <MenuButton
      label="More"
      button={{ variant: 'default', leftSection: <MoreHorizontal size={16} /> }}
      items={items}
    >
      More
    </MenuButton>
  );
}

function useMoreItems({ order, notices, onWindow, onChanged }: Props): MenuEntry[] {
  const { mayCall } = useAccess();
  const navigate = useNavigate();
  const toClone = useClonePage();
  const { can } = order;
  const item = (allowed: boolean, label: string, run: () => void): MenuEntry[] =>
    allowed ? [{ kind: 'item', label, run }] : [];
  const attempt = async (work: () => Promise<unknown>, failure: string) => {
    try {
      await work();
    } catch (error) {
      notices.failed(messageOf(error, failure));
    }
  };
  const markSent = async () => {
    await request(purchases.markSent, { params: { id: order.id }, shownInPlace: true });
    onChanged(`${order.po_number} is marked as sent.`);
  };
  const clone = async () => {
    const copy = await request(purchases.clone, { params: { id: order.id }, shownInPlace: true });
    toClone(copy);
  };
  const remove = () =>
    removeAfterAsking(notices, {
      question: `Delete the draft ${order.po_number}?`,
      send: () => request(purchases.remove, { params: { id: order.id }, shownInPlace: true }),
      failure: 'The order could not be deleted.',
      onDone: () => void navigate({ to: '/purchases' }),
    });
  return [
    ...item(can.send.allowed, 'Mark as sent', () => void attempt(markSent, 'The order could not be marked.')),
    ...item(canSendRevision(order) && mayCall(purchases.send), 'Send revision', () =>
      onWindow({ kind: 'send' }),
    ),
    ...item(can.return.allowed, 'Return goods', () => onWindow({ kind: 'return' })),
    ...item(can.bill.allowed && order.receipts.length > 0, 'Add landed cost', () =>
      onWindow({ kind: 'landed_cost' }),
    ),
    ...item(can.close_short.allowed, 'Close short', () => onWindow({ kind: 'close_short' })),
    ...item(can.reopen.allowed, 'Reopen', () => onWindow({ kind: 'reopen' })),
    ...item(mayCall(purchases.clone), 'Clone', () => void attempt(clone, 'The order could not be cloned.')),
    ...item(can.cancel.allowed, 'Cancel the order', () => onWindow({ kind: 'cancel' })),
    ...item(can.delete.allowed, 'Delete the draft', () => void remove()),
  ];
}
