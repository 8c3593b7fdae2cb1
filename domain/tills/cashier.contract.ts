import * as z from 'zod';
import { can, canAny } from '../kernel/access';
import { call, closedToTokens, done } from '../kernel/call';
import { instant } from '../kernel/dates';
import { chosenId, id, optionalText } from '../kernel/fields';
import { percentage } from '../kernel/percent';
import { type ApprovalNeed, approvalNeed } from '../approvals/approval-need';
import { isDiscountAbove } from '../approvals/when-approval-is-needed';
import { ownPassword, signedIn } from '../session/session.contract';
import { newPin } from './pin-rule';

const chosenUser = chosenId('Choose a user.');
/** A PIN entered to sign in, which is only compared. */
const typedPin = z.string('PIN is required.').regex(/^[0-9]{1,8}$/, 'A PIN must have four to eight digits.');

/**
 * Approvals are needed when selling, quoting, editing, refunding, voiding, adjusting stock or counting it, and receiving
 * more than was ordered.
 */
const approvalPermissions = [
  'create_sale',
  'edit_sale',
  'refund_sale',
  'void_sale',
  'adjust_stock',
  'review_stock_count',
  'adjust_ledger',
  'receive_purchaseorder',
] as const;

const cashier = z.object({
  id,
  name: z.string(),
  /** Whether the user can sell; if not, they can only approve. */
  may_sell: z.boolean(),
  /** What the user can approve at the till. */
  may_approve: z.array(z.enum(approvalNeed.options.map(option => option.shape.kind.value))),
  /** Whether the user can approve the variance of a till that someone else closed. */
  may_approve_differences: z.boolean(),
  /** The largest discount that the user can approve. */
  discount_limit: percentage,
});

export const pins = closedToTokens({
  get: call('GET', '/auth/pin', {
    summary: 'Show whether you have a till PIN',
    access: 'signed-in',
    reply: z.object({ is_set: z.boolean(), set_at: instant.nullable(), locked_until: instant.nullable() }),
  }),
  set: call('PUT', '/auth/pin', {
    summary: 'Set or remove your till PIN',
    access: 'signed-in',
    body: z.strictObject({
      current_password: ownPassword,
      /** Null removes it. */
      pin: newPin.nullable(),
    }),
    reply: done,
    perMinute: 60,
  }),
});

export const cashiers = {
  list: call('GET', '/tills/cashiers', {
    summary: 'List users who can sell or approve at a till by PIN',
    // A user who needs an approval chooses the approver.
    access: canAny('view_pos', ...approvalPermissions),
    reply: z.object({ data: z.array(cashier) }),
  }),
  /**
   * Replies like sign-in. The token only allows selling, at this device, while the device stays signed in.
   * Signing it out returns to the device's user.
   */
  change: call('POST', '/tills/cashier', {
    summary: 'Change the cashier at a till by PIN',
    access: can('create_sale'),
    closedToTokens: true,
    body: z.strictObject({
      user_id: chosenUser,
      pin: typedPin,
      session_id: id.nullish(),
    }),
    reply: signedIn,
    perMinute: 60,
  }),
};

export const approvals = {
  give: call('POST', '/approvals', {
    summary: 'Approve changes to one basket or document by PIN',
    access: canAny(...approvalPermissions),
    body: z.strictObject({
      /** The till's own id of the basket. */
      client_id: z.uuid('Send the basket ID.'),
      needs: z.array(approvalNeed).min(1, 'Send what needs approval.').max(50),
      user_id: chosenUser,
      pin: typedPin,
    }),
    /** One for each need, in the same order, to send as `approvals` of the sale. */
    reply: z.object({ approvals: z.array(z.uuid()), approved_by: z.string() }),
    perMinute: 60,
  }),
  /** For another user at the till, who is not signed in there. */
  difference: call('POST', '/till-sessions/{id}/approve-by-pin', {
    summary: 'Approve the variance of a closed till by PIN',
    access: can('close_till'),
    body: z.strictObject({ user_id: chosenUser, pin: typedPin, note: optionalText('Note', 300) }),
    reply: z.object({ approved_by: z.string() }),
    perMinute: 60,
  }),
};

export type Cashier = z.output<typeof cashier>;

/** Whether someone at the till can approve a change of someone else. */
export const canApproveNeed = (
  { may_approve, discount_limit }: Pick<Cashier, 'may_approve' | 'discount_limit'>,
  need: ApprovalNeed,
): boolean =>
  need.kind === 'discount'
    ? !isDiscountAbove(discount_limit, need.discount, need.amount)
    : may_approve.includes(need.kind);
