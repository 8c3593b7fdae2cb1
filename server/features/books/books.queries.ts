import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import type { BooksCheck, BooksLock } from '#domain/books/books.contract';
import type { Reader, Tx } from '../../platform/database/open-database';

/** The result of the last check, or of the one with this id; undefined before the first. */
export async function findCheck(db: Reader, id?: number): Promise<BooksCheck | undefined> {
  const { rows } = await sql<BooksCheck>`
    select c.started_at, c.finished_at, u.name as asked_by, c.holds, c.results
    from books_checks c left join users u on u.id = c.asked_by
    where c.id = coalesce(${id ?? null}, c.id) order by c.id desc limit 1`.execute(db);
  return rows[0];
}

/** The lock date and its history, newest first. */
export async function findLock(db: Reader): Promise<BooksLock> {
  const { rows } = await sql<
    Omit<BooksLock, 'history'>
  >`select locked_through, version from books_lock`.execute(db);
  const { rows: history } = await sql<BooksLock['history'][number]>`
    select h.locked_through, h.reason, u.name as moved_by, h.moved_at
    from books_lock_history h join users u on u.id = h.moved_by order by h.id desc limit 50`.execute(db);
  return { locked_through: rows[0]?.locked_through ?? null, version: rows[0]?.version ?? 1, history };
}

/** Goods receipts up to a day without a bill. */
export async function countUnbilledReceipts(tx: Tx, through: CalendarDate): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct n.id) as count from goods_received_notes n join goods_received_lines l on l.goods_received_note_id = n.id
    where n.business_date <= ${through} and l.unbilled_quantity > 0`.execute(tx);
  return rows[0]?.count ?? 0;
}

export async function storeLock(
  tx: Tx,
  lock: { through: CalendarDate | null; reason: string; movedBy: number; movedAt: Date },
): Promise<void> {
  await sql`update books_lock set locked_through = ${lock.through}, version = version + 1`.execute(tx);
  await sql`
    insert into books_lock_history (locked_through, reason, moved_by, moved_at)
    values (${lock.through}, ${lock.reason}, ${lock.movedBy}, ${lock.movedAt})`.execute(tx);
}
