import * as z from 'zod';
import { call } from '../kernel/call';
import type { Permission } from '../kernel/permissions';

/** What waits for a user's decision, and the permissions to decide on it and to see it. */
export const waitingRights = {
  orders_to_approve: ['approve_purchaseorder', 'view_purchaseorder'],
  expenses_to_approve: ['approve_expense', 'view_expense'],
  sale_exceptions: ['approve_variance'],
  variances_to_approve: ['approve_variance'],
  overdue_vat_returns: ['lock_period', 'view_ledger'],
} as const satisfies Readonly<Record<string, readonly Permission[]>>;
export type WaitingKind = keyof typeof waitingRights;
export const isWaitingKind = (kind: string): kind is WaitingKind => Object.hasOwn(waitingRights, kind);

/** A call of the dashboard, apart because the menu of every page makes it. */
export const waiting = call('GET', '/dashboard/waiting', {
  summary: 'Count what is waiting for your decision',
  access: 'signed-in',
  reply: z.object({
    data: z.array(z.object({ kind: z.enum(Object.keys(waitingRights) as WaitingKind[]), count: z.int() })),
  }),
});
