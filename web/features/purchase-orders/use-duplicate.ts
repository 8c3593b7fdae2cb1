import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { newIdempotencyKey, request } from '../../platform/api';
import { useCanOpen } from '../../platform/may-open';
import { toast } from '../../platform/notices';
import { useReload } from '../../platform/reload';
import type { Notices } from '../../ui/notice';

/** Duplicates an order once, however often it is pressed until there is an answer, and opens the copy. */
export function useDuplicate(notices: Notices): (id: number) => Promise<void> {
  const toDuplicate = useDuplicatePage();
  const reload = useReload(purchases.list);
  const underWay = useRef<number | null>(null);
  /** Of the orders whose copy is not saved yet, as far as is known. */
  const keys = useRef(new Map<number, string>());
  return async id => {
    if (underWay.current !== null) {
      if (underWay.current !== id)
        notices.failed('Another order is still being duplicated. Wait for its copy, then try again.');
      return;
    }
    underWay.current = id;
    const idempotencyKey = keys.current.get(id) ?? newIdempotencyKey();
    keys.current.set(id, idempotencyKey);
    try {
      const copy = await request(purchases.duplicate, { params: { id }, idempotencyKey, shownInPlace: true });
      keys.current.delete(id);
      reload();
      // A second click while the copy is opened makes no other one.
      await toDuplicate(copy);
    } catch (error) {
      notices.failedWrite(error, 'The order could not be duplicated.', { isRepeatable: true });
    } finally {
      underWay.current = null;
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
