import { sql } from 'kysely';
import type { Pence } from '#domain/kernel/money';
import type { TillCashKind } from '#domain/tills/till-cash-kind';
import type { Tx } from '../../platform/database/open-database';
import { preparedStatement, unawaitedStatement } from '../../platform/database/prepared-statement';
import { ask, type Question } from '../../platform/database/send-together';
import type { WriteContext } from '../../platform/http/context';
import { conflict, notFound } from '../../platform/http/refusal';
import type { DocumentRef } from '../ledger';

export type OpenSession = {
  readonly id: number;
  readonly register_id: number;
  readonly register_name: string;
};

type SessionRow = OpenSession & { readonly status: string };

/**
 * The session to post to, held open until commit, because closing waits for it (rules T1, D7). 404 when it
 * does not exist, 409 while counting or closed.
 */
export const lockOpenSession = (tx: Tx, sessionId: number): Promise<OpenSession> =>
  ask(tx, lockingOpenSession(sessionId));

/** The same, to be sent with other statements. */
export const lockingOpenSession = (sessionId: number): Question<SessionRow, OpenSession> => ({
  statement: sql<SessionRow>`${preparedStatement}
    select s.id, s.register_id, s.status, r.name as register_name
    from till_sessions s join registers r on r.id = s.register_id where s.id = ${sessionId} for share of s`,
  answer: ([session]) => ensureOpen(session),
});

function ensureOpen(session: SessionRow | undefined): OpenSession {
  if (!session) throw notFound('Till session');
  if (session.status === 'counting')
    throw conflict(`${session.register_name} is being counted. Finish or cancel the count first.`);
  if (session.status === 'closed')
    throw conflict(`This session of ${session.register_name} is closed. Open the till first.`);
  return session;
}

export type CashMovement = {
  readonly sessionId: number;
  readonly kind: TillCashKind;
  /** Positive into the drawer, negative out of it. Zero is not recorded. */
  readonly amount: Pence;
  readonly journalId: number;
  readonly document: DocumentRef;
  readonly reason?: string | null;
  /** A receipt that it paid; the database refuses one that is entered already. */
  readonly receipt?: TillReceipt | null;
  /** The movement that it reverses, which the database allows once. */
  readonly reversesId?: number;
};

/** The number on a receipt and the VAT number of its seller. */
export type TillReceipt = { readonly number: string; readonly vatNumber: string };

/**
 * Records a cash movement. The caller has posted the same amount to account 1000 (A11). The database refuses
 * a closed session.
 */
export async function recordTillCash(ctx: WriteContext, cash: CashMovement): Promise<void> {
  if (cash.amount === 0) return;
  const { document } = cash;
  await sql`${unawaitedStatement}
    insert into till_cash (session_id, kind, amount_pence, journal_id, document_type, document_id, document_number, reason,
      receipt_number, receipt_vat_number, reverses_id, recorded_by, recorded_at)
    values (${cash.sessionId}, ${cash.kind}, ${cash.amount}, ${cash.journalId}, ${document.type}, ${document.id},
      ${document.number}, ${cash.reason ?? null}, ${cash.receipt?.number ?? null}, ${cash.receipt?.vatNumber ?? null},
      ${cash.reversesId ?? null}, ${ctx.actor.id}, ${ctx.now})`.execute(ctx.tx);
}

/** The expected cash in the drawer (rule T1). */
export async function expectedCash(tx: Tx, sessionId: number): Promise<Pence> {
  const { rows } = await sql<{ total: Pence }>`
    select coalesce(sum(amount_pence), 0)::bigint as total from till_cash where session_id = ${sessionId}`.execute(
    tx,
  );
  return rows[0]?.total ?? (0 as Pence);
}
