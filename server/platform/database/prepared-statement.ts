import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';

const mark = '/* plan kept */';

/**
 * Goes first in a statement that runs with every sale and whose best plan does not depend on its parameters (key
 * lookups, inserts). The database then parses and plans it once for each connection, which costs more than running it.
 * Not for lists, whose plan depends on the filters.
 */
export const preparedStatement = sql.raw(mark);

const names = new Map<string, string>();

/** The name is a hash of the text, so that two texts never share a plan. */
function nameOf(text: string): string {
  const stored = names.get(text);
  if (stored) return stored;
  const name = `kept_${createHash('sha256').update(text).digest('base64url')}`;
  names.set(text, name);
  return name;
}

/** A connection that prepares statements marked with `preparedStatement`, once each. */
export class PreparingClient extends pg.Client {
  // `query` has many overloads; anything without the mark is passed through unchanged.
  override query = ((...args: unknown[]) => {
    const [text, values, ...rest] = args;
    const query = super.query.bind(this) as (...args: unknown[]) => unknown;
    if (typeof text !== 'string' || !text.startsWith(mark)) return query(...args);
    return query({ name: nameOf(text), text, values }, ...rest);
  }) as pg.Client['query'];
}
