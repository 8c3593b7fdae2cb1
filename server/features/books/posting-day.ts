import type { books } from '#domain/books/books.contract';
import type { ReplyOf } from '#domain/kernel/call';
import { type CalendarDate, formatDate } from '#domain/kernel/dates';
import { findPostingDay, isLongAgo } from '../../kernel/books-day';
import type { Reader } from '../../platform/database/open-database';

/** The posting day of a supplier's document with a given date, shown before it is saved (rule P13). */
export async function getPostingDay(
  db: Reader,
  date: CalendarDate,
  today: CalendarDate,
): Promise<ReplyOf<typeof books.postingDay>> {
  const needs_reason = isLongAgo(date, today);
  if (date > today) return { posts_on: null, note: `${formatDate(date)} is in the future.`, needs_reason };
  const day = await findPostingDay(db, date, today);
  return {
    posts_on: day?.on ?? null,
    note: day ? day.note : `Every day from ${formatDate(date)} to today is closed.`,
    needs_reason,
  };
}
