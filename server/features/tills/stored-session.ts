import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import type { Pence } from '#domain/kernel/money';
import type { Pieces } from '#domain/tills/denominations';
import type { MethodTotals } from '#domain/tills/method-counts';
import type { TillSessionStatus } from '#domain/tills/till-state';
import type { Reader, Tx } from '../../platform/database/open-database';
import { ensureFound } from '../../platform/http/refusal';

/** A till session as the use cases need it. */
export type StoredSession = {
  readonly id: number;
  readonly register_id: number;
  readonly register_name: string;
  readonly register_code: string;
  readonly status: TillSessionStatus;
  readonly late_of_id: number | null;
  readonly business_date: CalendarDate;
  readonly opened_by: number;
  readonly opened_at: Date;
  readonly float: Pence;
  readonly counting_by: number | null;
  readonly counted_pieces: Pieces | null;
  readonly counted: Pence | null;
  readonly counted_methods: MethodTotals | null;
  /** The payment methods counted beside cash as the Z report has them, in the form of its contract. */
  readonly reported_methods: unknown;
  readonly times_counted: number;
  readonly expected: Pence | null;
  readonly closed_by: number | null;
  readonly needs_approval: boolean;
  readonly approved_at: Date | null;
  readonly z_number: number | null;
  readonly version: number;
};

export async function findStoredSession(db: Reader, id: number): Promise<StoredSession> {
  const { rows } = await sql<StoredSession>`
    select s.id, s.register_id, r.name as register_name, r.code as register_code, s.status, s.late_of_id, s.business_date,
      s.opened_by, s.opened_at, s.opening_float_pence as float, s.counting_by, s.counted_pieces,
      s.counted_pence as counted, s.counted_methods, s.z_report #> '{counted,methods}' as reported_methods, s.times_counted, s.expected_pence as expected, s.closed_by, s.needs_approval,
      s.approved_at, s.z_number, s.version
    from till_sessions s join registers r on r.id = s.register_id where s.id = ${id}`.execute(db);
  return ensureFound(rows[0], 'Till session');
}

/** Locks a session until commit: it waits for running sales, and later ones wait for it (rule D7). */
export async function lockSession(tx: Tx, id: number): Promise<StoredSession> {
  await sql`select from till_sessions where id = ${id} for update`.execute(tx);
  return findStoredSession(tx, id);
}

/** A printed Z report number: `Z-T1-00042`. */
export const zNumber = (code: string, number: number): string =>
  `Z-${code}-${String(number).padStart(5, '0')}`;
