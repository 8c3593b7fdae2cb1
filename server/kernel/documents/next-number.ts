import { sql } from 'kysely';
import { preparedStatement } from '../../platform/database/prepared-statement';
import type { Tx } from '../../platform/database/open-database';
import { numberOf, type NumberSeries } from './series';

/**
 * The next number of a series, such as `GRN-00042` (rule V22). Its row stays locked until the commit, so
 * writers of one series are serialised and a rollback leaves no gap.
 */
export async function nextNumber(tx: Tx, series: NumberSeries): Promise<string> {
  const { rows } = await sql<{ last_number: number; prefix: string | null }>`${preparedStatement}
    insert into number_series (series, last_number) values (${series}, 1)
    on conflict (series) do update set last_number = number_series.last_number + 1
    returning last_number, prefix`.execute(tx);
  const [row] = rows;
  return numberOf(series, row?.prefix ?? null, row?.last_number ?? 0);
}
