import { sql } from 'kysely';
import { hasPermission } from '#domain/kernel/access';
import { no, type RuleResult } from '#domain/kernel/rule-result';
import type { Permission } from '#domain/kernel/permissions';
import type { TillSessionDetail } from '#domain/tills/till.contract';
import { listApprovers } from '../../kernel/approvals';
import { findSellingSettings, findUnsentOfSession, hidesCash } from '../../kernel/tills';
import { countExceptions } from '../sales';
import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import { ensureFound } from '../../platform/http/refusal';
import { methodsFor } from './method-counts';
import { rowColumns, rowFor, rowTables, type StoredRow } from './sessions.queries';
import { findStoredSession, type StoredSession } from './stored-session';
import { findWaitingExpenses } from './waiting-expenses';
import { canApprove, canClose, canCount, canMoveCash, canStartCount, foundBy } from './till.rules';

type Row = StoredRow &
  Omit<
    TillSessionDetail,
    | keyof StoredRow
    | 'difference'
    | 'is_blind'
    | 'methods'
    | 'unsent'
    | 'waiting_expenses'
    | 'open_exceptions'
    | 'approvers'
    | 'can'
  >;

/** A till session for this user, with the steps allowed. 404 when it does not exist. */
export async function getSession(db: Reader, id: number, actor: Actor): Promise<TillSessionDetail> {
  const [{ rows }, session, { blind_count }, unsent, waiting, exceptions] = await Promise.all([
    sql<Row>`
      select ${rowColumns}, b.name as counting_by_name, s.counted_pieces, s.times_counted, s.difference_reason,
        s.left_pence as left, a.name as approved_by, s.approved_at, s.approval_note, s.version,
        (select jsonb_build_object('session_id', l.id, 'z_number',
            'Z-' || lr.code || '-' || lpad(l.z_number::text, greatest(5, length(l.z_number::text)), '0'))
          from till_sessions l join registers lr on lr.id = l.register_id where l.id = s.late_of_id) as late_of,
        coalesce((select jsonb_agg(jsonb_build_object('session_id', l.id, 'status', l.status) order by l.id)
          from till_sessions l where l.late_of_id = s.id), '[]') as late_sessions
      from till_sessions s ${rowTables} left join users b on b.id = s.counting_by left join users a on a.id = s.approved_by
      where s.id = ${id}`.execute(db),
    findStoredSession(db, id),
    findSellingSettings(db),
    findUnsentOfSession(db, id),
    findWaitingExpenses(db, id),
    countExceptions(db, id),
  ]);
  const { counting_by_name, ...row } = ensureFound(rows[0], 'Till session') as Row & {
    counting_by_name: string | null;
  };
  const { late_of, late_sessions, counted_pieces, times_counted, difference_reason, left } = row;
  const isBlind = hidesCash(session, blind_count, actor);
  const { approved_by, approved_at, approval_note, version, ...listed } = row;
  // Only look for approvers when there is a variance to approve.
  const isWaiting = session.needs_approval && session.approved_at === null;
  const approvers = isWaiting ? await listApprovers(db, 'approve_variance', foundBy(session)) : [];
  return {
    ...rowFor(blind_count, actor)(listed),
    late_of,
    late_sessions,
    unsent: isBlind ? unsent.map(device => ({ ...device, amount: null })) : unsent,
    waiting_expenses: waiting,
    open_exceptions: hasPermission(actor, 'approve_variance') ? exceptions.open : null,
    counting_by: counting_by_name,
    counted_pieces,
    methods: await methodsFor(db, session, isBlind),
    times_counted,
    difference_reason,
    left,
    approved_by,
    approved_at,
    approval_note,
    version,
    is_blind: isBlind,
    approvers,
    can: allowedActions(session, actor, approvers),
  };
}

function allowedActions(
  session: StoredSession,
  actor: Actor,
  approvers: readonly number[],
): TillSessionDetail['can'] {
  const when = (right: Permission, result: RuleResult): RuleResult =>
    hasPermission(actor, right) ? result : no('You do not have permission to do this.');
  return {
    sell: when('create_sale', canMoveCash(session)),
    move_cash: when('create_sale', canMoveCash(session)),
    start_count: when('close_till', canStartCount(session)),
    count: when('close_till', canCount(session)),
    close: when('close_till', canClose(session)),
    approve: when(
      'approve_variance',
      canApprove(session, {
        id: actor.id,
        hasSecond: approvers.some(id => !foundBy(session).includes(id)),
      }),
    ),
  };
}

/** A session, and whether its expected cash is hidden from this user. 404 when it does not exist. */
export async function sessionVisibility(
  db: Reader,
  id: number,
  actor: Actor,
): Promise<{ session: StoredSession; isBlind: boolean }> {
  const [session, { blind_count }] = await Promise.all([findStoredSession(db, id), findSellingSettings(db)]);
  return { session, isBlind: hidesCash(session, blind_count, actor) };
}

/** Whether expected cash is hidden from this user; false for a missing session. */
export async function isBlindFor(db: Reader, id: number, actor: Actor): Promise<boolean> {
  const { rows } = await sql`select from till_sessions where id = ${id}`.execute(db);
  return rows.length === 0 || (await sessionVisibility(db, id, actor)).isBlind;
}
