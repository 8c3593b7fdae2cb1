import { type RawBuilder, sql } from 'kysely';
import { requirePresent } from '#domain/kernel/require-present';
import { preparedStatement } from '../../platform/database/prepared-statement';
import type { Tx } from '../../platform/database/open-database';
import { ask, type Question } from '../../platform/database/send-together';
import { defaultPrefix, minDigits, type NumberSeries } from './series';

/**
 * The next number of a series, such as `GRN-00042` (rule V22). Its row stays locked until the commit, so
 * writers of one series are serialised and a rollback leaves no gap.
 */
export const nextNumber = (tx: Tx, series: NumberSeries): Promise<string> =>
  ask(tx, takingNextNumber(series));

/** The same, to be sent with other statements. */
export const takingNextNumber = (series: NumberSeries): Question<{ number: string }, string> => ({
  statement: sql<{ number: string }>`${preparedStatement} ${takingNumber(series)}`,
  answer: ([taken]) => requirePresent(taken, 'The next number').number,
});

/** A document's id and number, before its row is inserted. */
export type TakenNumber = { readonly id: number; readonly number: string };

/**
 * Takes the next number of a series, unless it was taken `before`, with the id of the row that will have it, to be sent
 * with other statements: the row is inserted once the rest of the document is known, and no one waits for it
 * (decision 116).
 */
export const takingNumberFor = (
  table: string,
  series: NumberSeries,
  before?: string,
): Question<TakenNumber, TakenNumber> => ({
  statement: sql<TakenNumber>`${preparedStatement}
    with assigned as (${before === undefined ? takingNumber(series) : sql`select ${before}::text as number`})
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id, number from assigned`,
  answer: ([taken]) => requirePresent(taken, 'The next number'),
});

/** The statement that takes the number, as part of the one that inserts the document with it. */
export const takingNumber = (series: NumberSeries): RawBuilder<{ number: string }> => sql`
  insert into number_series (series, last_number) values (${series}, 1)
  on conflict (series) do update set last_number = number_series.last_number + 1
  returning coalesce(prefix, ${defaultPrefix(series)}) ||
    lpad(last_number::text, greatest(${minDigits}::integer, length(last_number::text)), '0') as number`;
