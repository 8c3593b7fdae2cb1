import { hasPermission, type Holder } from '../kernel/access';
import { discountAmount } from '../kernel/line-amounts';
import type { Pence } from '../kernel/money';
import { type ApprovalNeed, type NeedKind, needsSecondPerson, permissionToApprove } from './approval-need';

/** The limit itself is still within the limit. Null means that there is none. */
export const isAboveLimit = (limit: Pence | null, amount: Pence): boolean => limit !== null && amount > limit;

/** The same for a discount off an amount, with the limit in hundredths of a per cent. */
export const isDiscountAbove = (limit: number, discount: Pence, amount: Pence): boolean =>
  discount > discountAmount(amount, { kind: 'percent', hundredths: limit });

/** Without the permission, someone who has it approves on the spot. */
export const lacksPermissionFor = (kind: NeedKind, holder: Holder): boolean =>
  !hasPermission(holder, permissionToApprove[kind]);

/** All of an amount, in hundredths of a per cent. */
const all = 10_000;

/**
 * The largest discount that a user may give whatever the settings say, in hundredths of a per cent: any with the
 * permission, otherwise what their roles allow.
 */
export const ownDiscountLimit = (holder: Holder): number =>
  lacksPermissionFor('discount', holder) ? (holder.discount_limit ?? 0) : all;

/** Whether a user may approve a change, before it is asked who entered it: by permission, or a discount within their own limit. */
export const mayApprove = (need: ApprovalNeed, holder: Holder): boolean =>
  !lacksPermissionFor(need.kind, holder) ||
  (need.kind === 'discount' && !isDiscountAbove(ownDiscountLimit(holder), need.discount, need.amount));

/** Whether a user approves what they enter, because no one else could (F33). */
export const approvesAlone = (kind: NeedKind, holder: Holder, hasSecond: boolean): boolean =>
  needsSecondPerson(kind) && !hasSecond && !lacksPermissionFor(kind, holder);
