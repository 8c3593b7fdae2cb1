import { sql } from 'kysely';
import { formatPounds, type Pence } from '#domain/kernel/money';
import type { OpenDrawer } from '#domain/tills/open-drawer';
import type { Reader, Tx } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { invalid } from '../../platform/http/refusal';
import { hidesCash, type SessionForVisibility } from './hides-cash';
import { findSellingSettings } from './selling-settings';
import { expectedCash } from './till-cash';
import { takeLock } from '../../platform/database/advisory-lock';
import { locks } from '../locks';

/** The till sessions cash can go into or come out of. */
export async function listDrawers(db: Reader): Promise<OpenDrawer[]> {
  const { rows } = await sql<OpenDrawer>`
    select s.id as session_id, r.name as register_name, s.opened_at from till_sessions s join registers r on r.id = s.register_id
    where s.status = 'open' order by r.name, s.id`.execute(db);
  return rows;
}

/**
 * Refuses to take more from a drawer than it holds. Concurrent withdrawals are serialised. It does not reveal the
 * balance, because the cashier may be about to count blind (rule T2).
 */
export async function ensureDrawerHolds(tx: Tx, sessionId: number | null, amount: Pence): Promise<void> {
  if (sessionId === null) return;
  await lockDrawer(tx, sessionId);
  if (amount > (await expectedCash(tx, sessionId))) throw tooLittle(amount, 'amount');
}

/** The same for amounts that the user chooses, as far as they may know what is in the drawer. */
export async function ensureDrawerHoldsAsKnown(
  ctx: WriteContext,
  sessionId: number | null,
  amount: Pence,
  field: string,
): Promise<void> {
  if (sessionId === null) return;
  await lockDrawer(ctx.tx, sessionId);
  if (await isKnownToLack(ctx, sessionId, amount)) throw tooLittle(amount, field);
}

const tooLittle = (amount: Pence, field: string) =>
  invalid({
    [field]: `There is less than ${formatPounds(amount)} in the till. Choose another method for the rest.`,
  });

/**
 * Whether the drawer should hold less than this, as far as the user may know. Who counts blind would find out by trying
 * amounts, so they record what they take from the drawer, and the count shows the rest (rule T2).
 */
export async function isKnownToLack(
  { tx, actor }: WriteContext,
  sessionId: number,
  amount: Pence,
): Promise<boolean> {
  const { blind_count } = await findSellingSettings(tx);
  const { rows } = await sql<SessionForVisibility>`
    select status, counted_pence as counted, counting_by from till_sessions where id = ${sessionId}`.execute(
    tx,
  );
  const [session] = rows;
  if (!session || hidesCash(session, blind_count, actor)) return false;
  return amount > (await expectedCash(tx, sessionId));
}

/** Refuses a cash refund above what the drawer holds, whoever counts: it needs a document for its amount. */
export async function ensureDrawerCanRefund(tx: Tx, sessionId: number, amount: Pence): Promise<void> {
  if (amount <= 0) return;
  await lockDrawer(tx, sessionId);
  if (amount > (await expectedCash(tx, sessionId)))
    throw invalid({
      tenders: `There is less than ${formatPounds(amount)} in the drawer. Pay cash in first or choose another refund method.`,
    });
}

/**
 * Serialises withdrawals from a drawer. A posting takes this lock before its number (`lockOrder`). Sales only
 * put cash in and never wait.
 */
export const lockDrawer = (tx: Tx, sessionId: number): Promise<void> => takeLock(tx, locks.drawer, sessionId);
