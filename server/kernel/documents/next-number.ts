import { type RawBuilder, sql } from 'kysely';
import { requirePresent } from '#domain/kernel/require-present';
import { preparedStatement } from '../../platform/database/prepared-statement';
import type { Tx } from '../../platform/database/open-database';
import { defaultPrefix, minDigits, type NumberSeries } from './series';

/**
 * The next number of a series, such as `GRN-00042` (rule V22). Its row stays locked until the commit, so
 * writers of one series are serialised and a rollback leaves no gap.
 */
export async function nextNumber(tx: Tx, series: NumberSeries): Promise<string> {
  const { rows } = await sql<{ number: string }>`${preparedStatement} ${takingNumber(series)}`.execute(tx);
  return requirePresent(rows[0], 'The next number').number;
}

/** The statement that takes the number, as part of the one that inserts the document with it. */
export const takingNumber = (series: NumberSeries): RawBuilder<{ number: string }> => sql`
  insert into number_series (series, last_number) values (${series}, 1)
  on conflict (series) do update set last_number = number_series.last_number + 1
  returning coalesce(prefix, ${defaultPrefix(series)}) ||
    lpad(last_number::text, greatest(${minDigits}::integer, length(last_number::text)), '0') as number`;
