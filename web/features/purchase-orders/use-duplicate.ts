import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { request } from '../../platform/api';
import { useCanOpen } from '../../platform/may-open';
import { toast } from '../../platform/notices';
import { useReload } from '../../platform/reload';
import type { Notices } from '../../ui/notice';
import { useAttempts } from '../../ui/use-attempts';

/** Duplicates an order once, however often it is pressed, and opens the copy. */
export function useDuplicate(notices: Notices): (id: number) => Promise<void> {
  const toDuplicate = useDuplicatePage();
  const reload = useReload(purchases.list);
  const isUnderWay = useRef(false);
  const last = useRef<number | null>(null);
  const copies = useAttempts((of: number, idempotencyKey: string) =>
    request(purchases.duplicate, { params: { id: of }, idempotencyKey, shownInPlace: true }),
  );
  return async id => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    // Another order is another request.
    if (last.current !== id) copies.startAfresh();
    last.current = id;
    try {
      const copy = await copies.send(id);
      reload();
      // A second click while the copy is opened makes no other one.
      await toDuplicate(copy);
    } catch (error) {
      notices.failedWrite(error, 'The order could not be duplicated.', { isRepeatable: true });
    } finally {
      isUnderWay.current = false;
    }
  };
}

/** Opens a duplicated order: its form, or its page for users who cannot edit orders. */
function useDuplicatePage(): (order: { id: number; po_number: string }) => Promise<void> {
  const navigate = useNavigate();
  const canOpen = useCanOpen();
  return async ({ id, po_number }) => {
    toast.success(`${po_number} saved.`);
    const to = canOpen(`/purchases/${id}/edit`) ? '/purchases/$id/edit' : '/purchases/$id';
    await navigate({ to, params: { id: String(id) } });
  };
}
