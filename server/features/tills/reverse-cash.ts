import { sql } from 'kysely';
import type { BodyOf } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import type { tillCashReversals } from '#domain/tills/cash-reversal.contract';
import type { TillCashKind } from '#domain/tills/till-cash-kind';
import type { TillSessionDetail } from '#domain/tills/till.contract';
import { recordAudit } from '../../kernel/audit';
import { ensureOpenDay } from '../../kernel/books-day';
import { reverseJournal, systemAccounts } from '../../kernel/ledger';
import { findPaidOutAbove, isKnownToLack, recordTillCash } from '../../kernel/tills';
import type { Reader, Tx } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { conflict, ensure, ensureFound, forbidden, invalid } from '../../platform/http/refusal';
import { ensureCanPayOut, recordPaidOutApproval } from './approve-paid-out';
import { getSession } from './get-session';
import { findStoredSession, type StoredSession } from './stored-session';
import { canMoveCash, canReverseCash, mayReverseCash, type ReversibleCash } from './till.rules';

type RequestBody = BodyOf<typeof tillCashReversals.reverse>;

type StoredCash = ReversibleCash & {
  readonly id: number;
  readonly amount: Pence;
  readonly journal_id: number;
  readonly reason: string | null;
  /** The account that the cash came from or went to. */
  readonly account: string;
};

/**
 * Undoes cash that was paid into or out of a till in error: the opposite of its journal, VAT included, and of its movement
 * (rules L1, T1). Once. Its receipt can be entered again. Cash that leaves the drawer in this way is cash paid out (rule P15).
 */
export async function reverseCash(
  ctx: WriteContext,
  { sessionId, cashId }: { readonly sessionId: number; readonly cashId: number },
  body: RequestBody,
): Promise<TillSessionDetail> {
  const found = await findCash(ctx.tx, sessionId, cashId);
  const kind = kindOfReversal(found);
  const amount = toPence(0 - found.amount);
  const above = kind === 'paid_out' ? await findPaidOutAbove(ctx, found.amount) : null;
  await lockSessions(ctx.tx, sessionId, body.session_id ?? sessionId);
  // Rereads the movement after waiting for the locks, in case another request has reversed it.
  const cash = await findCash(ctx.tx, sessionId, cashId);
  const session = await findStoredSession(ctx.tx, sessionId);
  const may = mayReverseCash(cash, session, ctx.actor);
  if (!may.allowed) throw forbidden(may.reason);
  ensure(canReverseCash(cash));
  const drawer = await drawerFor(ctx.tx, { session, cash, chosenId: body.session_id ?? null });
  const businessDate = londonDate(ctx.now);
  await ensureOpenDay(ctx, businessDate, { field: 'reason' });
  const { reason, client_id, approvals } = body;
  const leaving = { amount: cash.amount, reason, client_id, approvals, account_code: cash.account };
  // First, as in `moveCash`.
  const spent = await ensureCanPayOut(ctx, drawer.id, leaving, above);
  if (amount < 0 && (await isKnownToLack(ctx, drawer.id, found.amount)))
    throw conflict('There is not enough cash in the drawer.');
  const { id: journalId } = await reverseJournal(ctx, cash.journal_id, { businessDate, reason });
  await recordTillCash(ctx, {
    sessionId: drawer.id,
    kind,
    amount,
    journalId,
    document: { type: 'till_session', id: drawer.id, number: null },
    reason,
    reversesId: cash.id,
  });
  await recordPaidOutApproval(ctx, journalId, spent);
  note(ctx, { session, drawer, cash, reason, approvedBy: spent.map(({ by }) => by) });
  return getSession(ctx.tx, sessionId, ctx.actor);
}

async function findCash(db: Reader, sessionId: number, cashId: number): Promise<StoredCash> {
  const { rows } = await sql<StoredCash>`
    select c.id, c.kind, c.amount_pence as amount, c.journal_id, c.document_type, c.reason, c.reverses_id,
      c.recorded_by as recorded_by_id, exists (select from till_cash r where r.reverses_id = c.id) as is_reversed,
      coalesce((select l.account_code from journal_lines l where l.journal_id = c.journal_id
        and l.account_code not in (${systemAccounts.tillCash}, ${systemAccounts.inputVat})
        order by l.line_number limit 1), '') as account
    from till_cash c where c.id = ${cashId} and c.session_id = ${sessionId}`.execute(db);
  return ensureFound(rows[0], 'Cash movement');
}

/** What was paid in from the safe goes back to it, as a drop does. */
function kindOfReversal({ kind, account }: StoredCash): TillCashKind {
  if (kind === 'paid_out') return 'paid_in';
  return account === systemAccounts.pettyCash ? 'drop' : 'paid_out';
}

/** Locks the session of the movement and the one whose drawer is used, in the order of their ids (decision 094). */
async function lockSessions(tx: Tx, sessionId: number, drawerId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from till_sessions where id in (${sessionId}, ${drawerId}) order by id for update`.execute(tx);
  if (!rows.some(({ id }) => id === drawerId))
    throw invalid({ session_id: 'This till session does not exist. Choose another.' });
}

type Choice = {
  readonly session: StoredSession;
  readonly cash: StoredCash;
  readonly chosenId: number | null;
};

/**
 * The drawer that the cash moves through today. Once its session is closed, the drawer was counted as it was: another one
 * must take the cash, or give it. Otherwise there would be a variance that no one counted (rules T1, D7).
 */
async function drawerFor(tx: Tx, { session, cash, chosenId }: Choice): Promise<StoredSession> {
  if (session.status !== 'closed') {
    if (chosenId !== null && chosenId !== session.id)
      throw invalid({
        session_id: `This session of ${session.register_name} is not closed, so the cash moves through its own drawer. Clear the till.`,
      });
    ensure(canMoveCash(session));
    return session;
  }
  if (chosenId === null)
    throw invalid({
      session_id:
        cash.kind === 'paid_out'
          ? `${session.register_name} was closed and counted without this cash. Choose the open till that it goes into, also to pay the same receipt again. To correct an account only, post a journal.`
          : `${session.register_name} was closed and counted with this cash. Choose the open till that it comes out of. To correct an account only, post a journal.`,
    });
  const drawer = await findStoredSession(tx, chosenId);
  const usable = canMoveCash(drawer);
  if (!usable.allowed) throw invalid({ session_id: usable.reason });
  return drawer;
}

type Reversed = {
  readonly session: StoredSession;
  readonly drawer: StoredSession;
  readonly cash: StoredCash;
  readonly reason: string;
  readonly approvedBy: readonly number[];
};

/** In the history of the session, and in that of the one whose drawer was used. */
function note(ctx: WriteContext, { session, drawer, cash, reason, approvedBy }: Reversed): void {
  for (const { id, register_name } of session.id === drawer.id ? [session] : [session, drawer])
    recordAudit(ctx, {
      action: cash.kind === 'paid_out' ? 'paid_out_reversed' : 'paid_in_reversed',
      recordType: 'till_session',
      recordId: id,
      recordName: register_name,
      before: { amount_pence: Math.abs(cash.amount), account: cash.account, reason: cash.reason },
      after: {
        amount_pence: 0,
        reason,
        ...(session.id === drawer.id ? {} : { register: drawer.register_name }),
        ...(approvedBy.length > 0 ? { approved_by: approvedBy } : {}),
      },
    });
}
