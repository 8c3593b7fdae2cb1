import { capitalise } from '../kernel/capitalise';
import { needsSecondPerson, needWords, type NeedKind, permissionToApprove } from '../approvals/approval-need';
import {
  approvesAlone,
  isAboveLimit,
  isDiscountAbove,
  ownDiscountLimit,
} from '../approvals/when-approval-is-needed';
import { hasPermission, type Holder } from '../kernel/access';
import { discountAmount } from '../kernel/line-amounts';
import { formatPounds, type Pence, toPence } from '../kernel/money';
import { type Permission, permissionLabel } from '../kernel/permissions';
import type { Condition, People, Limits } from './access-answer';

/** An approval that an action can need, and the limit up to which it does not. */
export type AmountCheck = {
  readonly need: NeedKind | WaitingNeed | 'bill';
  readonly limit: keyof Limits | null;
};

/** Documents that are entered first and then wait for someone else's approval. */
type WaitingNeed = keyof typeof waiting;
const waiting = {
  order: { permission: 'approve_purchaseorder', words: 'an order above the limit' },
  expense: { permission: 'approve_expense', words: 'an expense above the limit' },
  till_variance: { permission: 'approve_variance', words: 'a till variance above the limit' },
} as const satisfies Record<string, { permission: Permission; words: string }>;

/** Recorded by those with this permission, instead of waiting for them. */
const bill = { permission: 'approve_purchaseorder', words: 'a bill above the limit' } as const;

const isWaiting = (need: AmountCheck['need']): need is WaitingNeed => need in waiting;

function approvalPermission(need: AmountCheck['need']): Permission {
  if (need === 'bill') return bill.permission;
  return isWaiting(need) ? waiting[need].permission : permissionToApprove[need];
}

/** Every permission that approves something. */
export const approvingPermissions: readonly Permission[] = [
  ...new Set([
    ...Object.values(permissionToApprove),
    ...Object.values(waiting).map(({ permission }) => permission),
  ]),
];

type Asked = {
  readonly person: Holder & { readonly id: number };
  /** In pence, or hundredths of a per cent for a discount; null when the question names none. */
  readonly amount: number | null;
  readonly limits: Limits;
  readonly people: People;
};

/**
 * What an action's limit leaves to be met, with the functions that the use cases decide by; null if nothing is left.
 * `possible: false` when no one could give the approval.
 */
export function conditionOfAmount(check: AmountCheck, asked: Asked): Condition | null {
  const { need } = check;
  const { person, people } = asked;
  const permission = approvalPermission(need);
  const isSecond = isWaiting(need) || (need !== 'bill' && needsSecondPerson(need));
  if (!isSecond && hasPermission(person, permission)) return null;
  const within = placeOf(check, asked);
  if (within === 'within') return null;
  const approvers = people.filter(
    other => other.isActive && other.id !== person.id && canApproveAmount(check, other, asked),
  );
  const isAlone = isWaiting(need)
    ? approvers.length === 0 && hasPermission(person, permission)
    : need !== 'bill' && approvesAlone(need, person, approvers.length > 0);
  if (isAlone) return null;
  const who = `someone else with “${permissionLabel(permission)}”`;
  const words = capitalise(neededOf(need, who));
  return {
    kind: isSecond ? 'second_approver' : 'approval',
    words:
      within === 'unknown' && check.limit !== null
        ? `Up to ${limitWords(check.limit, asked)}. ${words}`
        : words,
    limit: check.limit === null ? null : limitWords(check.limit, asked),
    approvers: approvers.map(({ name }) => name),
    isPossible: within === 'unknown' && check.limit !== null ? true : approvers.length > 0,
  };
}

function neededOf(need: AmountCheck['need'], who: string): string {
  if (need === 'bill') return `${bill.words} is recorded by ${who}`;
  return isWaiting(need)
    ? `${waiting[need].words} waits for approval by ${who}`
    : `${needWords[need]} needs approval by ${who}`;
}

/** Whether the amount is within the limit, above it, or not known to be either. */
function placeOf({ limit }: AmountCheck, asked: Asked): 'within' | 'above' | 'unknown' {
  if (limit === null) return 'unknown';
  const { amount } = asked;
  const most = limitFor(limit, asked);
  if (most === null) return 'within';
  if (amount === null) return 'unknown';
  const isAbove =
    limit === 'discount'
      ? isDiscountAbove(most, discountAmount(base, { kind: 'percent', hundredths: amount }), base)
      : isAboveLimit(most as Pence, toPence(amount));
  return isAbove ? 'above' : 'within';
}

/** A discount is asked for as a percentage; this amount makes each hundredth of a per cent a whole penny. */
const base = toPence(1_000_000);

/** The limit for this user: roles may allow a larger discount than the settings. */
function limitFor(limit: keyof Limits, { limits, person }: Asked): number | null {
  const most = limits[limit];
  return limit === 'discount' && most !== null ? Math.max(most, ownDiscountLimit(person)) : most;
}

/** Whether someone else could approve it: by permission, or a discount within the limit of their own roles. */
function canApproveAmount({ need }: AmountCheck, other: Holder, asked: Asked): boolean {
  if (hasPermission(other, approvalPermission(need))) return true;
  const least = asked.amount ?? (limitFor('discount', asked) ?? 0) + 1;
  return need === 'discount' && ownDiscountLimit(other) >= least;
}

const limitWords = (limit: keyof Limits, asked: Asked): string => {
  const most = limitFor(limit, asked);
  if (most === null) return 'any amount';
  return limit === 'discount' ? `${most / 100}%` : formatPounds(toPence(most));
};
