import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';

const mark = '/* plan kept */';

/**
 * Stands first in a statement that runs with every sale and whose best plan never depends on its parameters (keys are
 * looked up, rows are added). The database then parses and plans it once for each connection instead of each time,
 * which costs more than running it. Not for lists: their plan depends on what is asked for.
 */
export const preparedStatement = sql.raw(mark);

const names = new Map<string, string>();

/** A statement's name says its text, so that two texts never share a plan. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = `kept_${createHash('sha256').update(text).digest('base64url')}`;
  names.set(text, name);
  return name;
}

/** A connection that prepares the statements that are marked with `preparedStatement`, once each. */
export class PreparingClient extends pg.Client {
  // The overloads of `query` are many; whatever is no marked text goes through as it came.
  override query = ((...asked: unknown[]) => {
    const [text, values, ...rest] = asked;
    const query = super.query.bind(this) as (...asked: unknown[]) => unknown;
    if (typeof text !== 'string' || !text.startsWith(mark)) return query(...asked);
    return query({ name: nameOf(text), text, values }, ...rest);
  }) as pg.Client['query'];
}
