import { type Approver, isOwnApproval } from '#domain/approvals/approval.rules';
import { hasPermission, type Holder } from '#domain/kernel/access';
import { passesRecordRule } from '#domain/kernel/record-rules';
import { no, type RuleResult, yes } from '#domain/kernel/rule-result';
import { valueOfPieces, type Pieces } from '#domain/tills/denominations';
import type { Pence } from '#domain/kernel/money';
import type { MethodTotals } from '#domain/tills/method-counts';
import type { TillCashKind } from '#domain/tills/till-cash-kind';
import type { StoredSession } from './stored-session';

type UserRef = Holder & { readonly id: number };
type State = Pick<StoredSession, 'status' | 'register_name'>;

const isClosed = ({ register_name }: State) => no(`This session of ${register_name} is closed.`);

/** Whether cash may move through the drawer. */
export function canMoveCash(session: State): RuleResult {
  if (session.status === 'open') return yes;
  if (session.status === 'closed') return isClosed(session);
  return no(`${session.register_name} is being counted. Finish or cancel the count first.`);
}

/** A cash movement, as far as its reversal depends on it. */
export type ReversibleCash = {
  readonly kind: TillCashKind;
  readonly document_type: string;
  readonly recorded_by_id: number;
  readonly reverses_id: number | null;
  readonly is_reversed: boolean;
};

/** Whether a movement is undone by one of its own, once, and not through a document. */
export function canReverseCash(cash: ReversibleCash): RuleResult {
  if (cash.reverses_id !== null) return no('This is a reversal. Pay the cash in or out again instead.');
  if (cash.is_reversed) return no('This has already been reversed.');
  if (cash.document_type === 'expense') return no('This belongs to an expense. Correct the expense instead.');
  if (cash.kind === 'drop')
    return no('Cash dropped to the safe is not reversed. Pay it in from the safe instead.');
  if (cash.kind !== 'paid_in' && cash.kind !== 'paid_out')
    return no('Only cash paid in or out is reversed here. Correct the document of this movement instead.');
  return yes;
}

/**
 * Users undo what they paid in or out themselves while its till is open. Anyone else’s, and what a count has confirmed, is
 * undone by whoever may reverse payments.
 */
export function mayReverseCash(cash: ReversibleCash, session: State, user: UserRef): RuleResult {
  if (passesRecordRule('othersTillCash', user)) return yes;
  if (!hasPermission(user, 'create_sale')) return no('You do not have permission to do this.');
  const whom = 'Ask someone with permission to reverse payments.';
  if (cash.recorded_by_id !== user.id) return no(`Someone else recorded this. ${whom}`);
  return session.status === 'closed'
    ? no(`This session of ${session.register_name} is closed and its cash was counted. ${whom}`)
    : yes;
}

export function canStartCount(session: State): RuleResult {
  if (session.status === 'open') return yes;
  return session.status === 'closed'
    ? isClosed(session)
    : no(`${session.register_name} is already being counted.`);
}

/** Whether a count can be saved or cancelled. */
export function canCount(session: State): RuleResult {
  if (session.status === 'counting') return yes;
  return session.status === 'closed'
    ? isClosed(session)
    : no(`Start the count of ${session.register_name} first.`);
}

export function canClose(session: State & Pick<StoredSession, 'counted'>): RuleResult {
  const counting = canCount(session);
  if (!counting.allowed) return counting;
  return session.counted === null ? no('Count the drawer first.') : yes;
}

/** The users who counted and closed the till. */
export const foundBy = ({
  closed_by,
  counting_by,
}: Pick<StoredSession, 'closed_by' | 'counting_by'>): readonly (number | null)[] => [closed_by, counting_by];

/** A user who did not count or close the till approves its variance, once, unless there is no one else. */
export function canApprove(
  session: Pick<StoredSession, 'status' | 'needs_approval' | 'approved_at' | 'closed_by' | 'counting_by'>,
  approver: Approver,
): RuleResult {
  if (session.status !== 'closed') return no('The till is still open.');
  if (!session.needs_approval) return no('This variance does not need approval.');
  if (session.approved_at !== null) return no('This variance has already been approved.');
  return isOwnApproval(foundBy(session), approver) && approver.hasSecond
    ? no('You counted or closed this till, so someone else must approve its variance.')
    : yes;
}

/** The count, by notes and coins or as a total. */
export const countedOf = (count: { pieces?: Pieces | undefined; total?: Pence | undefined }): Pence =>
  count.pieces ? valueOfPieces(count.pieces) : (count.total ?? (0 as Pence));

/** The other payment methods as stored; null where none was counted. */
export const storedMethods = (methods: MethodTotals | undefined): string | null =>
  methods && Object.keys(methods).length > 0 ? JSON.stringify(methods) : null;

/** Notes and coins as stored, without zero quantities. */
export const storedPieces = (pieces: Pieces | undefined): string | null =>
  pieces ? JSON.stringify(Object.fromEntries(Object.entries(pieces).filter(([, count]) => count > 0))) : null;
