import type { CalendarDate } from '#domain/kernel/dates';
import type { Pence } from '#domain/kernel/money';
import type { TillCashKind } from '#domain/tills/till-cash-kind';
import { credit, debit, postJournal, systemAccounts } from '../../kernel/ledger';
import { recordTillCash } from '../../kernel/tills';
import type { WriteContext } from '../../platform/http/context';
import type { StoredSession } from './stored-session';

type Movement = {
  readonly kind: TillCashKind;
  /** Into the drawer above zero, out of it below. Nothing moves nothing. */
  readonly amount: Pence;
  /** Where it comes from, or goes to. */
  readonly account: string;
  readonly businessDate: CalendarDate;
  readonly narrative: string;
  readonly reason?: string | null;
  readonly number?: string | null;
};

/** Moves cash between a drawer and another account: one journal and one line of the drawer's book (A11). */
export async function moveDrawerCash(
  ctx: WriteContext,
  session: Pick<StoredSession, 'id'>,
  { kind, amount, account, businessDate, narrative, reason = null, number = null }: Movement,
): Promise<void> {
  const document = { type: 'till_session', id: session.id, number };
  const journal = await postJournal(ctx, {
    businessDate,
    kind: kind === 'difference' ? 'till_difference' : 'till_cash',
    narrative,
    document,
    reason,
    lines: [debit(systemAccounts.tillCash, amount), credit(account, amount)],
    ...(kind === 'float' && { isCounted: true as const }),
  });
  if (!journal) return;
  await recordTillCash(ctx, { sessionId: session.id, kind, amount, journalId: journal.id, document, reason });
}
