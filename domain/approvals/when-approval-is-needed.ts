import { hasPermission, type Holder } from '../kernel/access';
import { discountAmount } from '../kernel/line-amounts';
import type { Pence } from '../kernel/money';
import { type NeedKind, needsSecondPerson, permissionToApprove } from './approval-need';

/** The limit itself is still within the limit. Null means that there is none. */
export const isAboveLimit = (limit: Pence | null, amount: Pence): boolean => limit !== null && amount > limit;

/** The same for a discount off an amount, with the limit in hundredths of a per cent. */
export const isDiscountAbove = (limit: number, discount: Pence, amount: Pence): boolean =>
  discount > discountAmount(amount, { kind: 'percent', hundredths: limit });

/** Without the permission, someone who has it approves on the spot. */
export const lacksPermissionFor = (kind: NeedKind, holder: Holder): boolean =>
  !hasPermission(holder, permissionToApprove[kind]);

/** Whether a user approves what they enter, because no one else could (F33). */
export const approvesAlone = (kind: NeedKind, holder: Holder, hasSecond: boolean): boolean =>
  needsSecondPerson(kind) && !hasSecond && !lacksPermissionFor(kind, holder);
