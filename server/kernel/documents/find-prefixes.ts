import { sql } from 'kysely';
import type { Reader } from '../../platform/database/open-database';
import { defaultPrefix, isNumberSeries, type NumberSeries, numberSeries } from './series';

/** Every prefix that a document number can have: the default ones, and those ever chosen in Settings (rule V22). */
export async function findPrefixes(db: Reader): Promise<string[]> {
  const { rows } = await sql<{ prefix: string }>`select prefix from number_prefixes order by prefix`.execute(
    db,
  );
  const defaultPrefixes = Object.keys(numberSeries).filter(isNumberSeries).map(defaultPrefix);
  return [...new Set([...defaultPrefixes, ...rows.map(({ prefix }) => prefix)])];
}

/** The same of each of these series. */
export async function findPrefixesOf<Series extends NumberSeries>(
  db: Reader,
  series: readonly Series[],
): Promise<Record<Series, string[]>> {
  const { rows } = await sql<{ prefix: string; series: string }>`
    select prefix, series from number_prefixes where series = any(${[...series]}::text[]) order by prefix`.execute(
    db,
  );
  const prefixesOf = (one: Series) => [
    ...new Set([defaultPrefix(one), ...rows.flatMap(row => (row.series === one ? [row.prefix] : []))]),
  ];
  return Object.fromEntries(series.map(one => [one, prefixesOf(one)])) as Record<Series, string[]>;
}
