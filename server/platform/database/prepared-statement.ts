import { createHash } from 'node:crypto';
import { sql } from 'kysely';

const mark = '/* plan kept */';

/**
 * Goes first in a statement that runs with every sale and whose best plan does not depend on its parameters (key
 * lookups, inserts). The database then parses and plans it once for each connection, which costs more than running it.
 * Not for lists, whose plan depends on the filters.
 */
export const preparedStatement = sql.raw(mark);

/** Whether a statement has the mark. */
export const isPrepared = (text: string): boolean => text.startsWith(mark);

const names = new Map<string, string>();

/** The name of a prepared statement: a hash of its text, so that two texts never share a plan. */
export function nameOf(text: string): string {
  const stored = names.get(text);
  if (stored) return stored;
  const name = `kept_${createHash('sha256').update(text).digest('base64url')}`;
  names.set(text, name);
  return name;
}
