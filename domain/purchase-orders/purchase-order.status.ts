import * as z from 'zod';

export const purchaseOrderStatus = z.enum(['draft', 'sent', 'received', 'completed', 'cancelled']);
/** Whether an order has an outstanding amount: drafts and cancelled orders have none (rules P2, P6). */
export const hasOutstanding = (status: PurchaseOrderStatus): boolean =>
  status === 'sent' || status === 'received' || status === 'completed';
export type PurchaseOrderStatus = z.infer<typeof purchaseOrderStatus>;

/** Committed orders: the set every supplier figure counts (rule P6). */
export const committedStatuses = [
  'sent',
  'received',
  'completed',
] as const satisfies readonly PurchaseOrderStatus[];

export const paidStatus = z.enum(['remaining', 'paid']);
export type PaidStatus = z.infer<typeof paidStatus>;

/** The names shown to users. */
export const purchaseOrderStatusNames: Readonly<Record<PurchaseOrderStatus, string>> = {
  draft: 'Draft',
  sent: 'Sent',
  received: 'Received',
  completed: 'Completed',
  cancelled: 'Cancelled',
};
export const paidStatusNames: Readonly<Record<PaidStatus, string>> = { remaining: 'Remaining', paid: 'Paid' };

/** Nothing is to be paid for a cancelled order, so nothing remains. */
export const hasPaidStatus = (status: PurchaseOrderStatus): boolean => status !== 'cancelled';
