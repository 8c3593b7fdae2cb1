import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';

const mark = '/* plan kept */';
const unawaitedMark = '/* plan kept, sent with the next */';
const wholeListMark = '/* list without filter, plan kept */';

/**
 * Goes first in a statement that runs with every sale and whose best plan does not depend on its parameters (key
 * lookups, inserts). The database then parses and plans it once for each connection, which costs more than running it.
 * Not for filtered lists, whose plan depends on the filters.
 */
export const preparedStatement = sql.raw(mark);

/**
 * `any(…)` of these ids, for a marked statement. PostgreSQL expects as many ids from it at each call: of ids as a plain
 * parameter it expects fewer than a plan for any values does, finds that plan dear and plans again each time.
 */
export const anyOf = (ids: readonly number[]): RawBuilder<unknown> =>
  sql`any((select ${[...ids]}::bigint[])::bigint[])`;

/**
 * As `preparedStatement`, for a statement whose answer no one reads: inside a transaction it is sent together with the next statement,
 * or with the commit, and costs no round trip of its own (decision 116). If it fails, the statement that it was sent
 * with fails with its error; so not for one whose error is caught where it is run.
 */
export const unawaitedStatement = sql.raw(unawaitedMark);

/**
 * Goes into a statement that reads a part of a list that is asked for often and without filters, so that its text is
 * among a few (decision 132). `pageLimit` adds it.
 */
export const wholeListStatement = sql.raw(wholeListMark);

/** Whether a statement is to be prepared. */
export const isPrepared = (text: string): boolean =>
  text.startsWith(mark) || isUnawaited(text) || text.includes(wholeListMark);

/** Whether a statement may wait for the next one. */
export const isUnawaited = (text: string): boolean => text.startsWith(unawaitedMark);

const names = new Map<string, string>();

/** The name of a prepared statement: a hash of its text, so that two texts never share a plan. */
export function nameOf(text: string): string {
  const stored = names.get(text);
  if (stored) return stored;
  const name = `kept_${createHash('sha256').update(text).digest('base64url')}`;
  names.set(text, name);
  return name;
}
