import { sql } from 'kysely';
import type { Reader } from '../../platform/database/open-database';
import { defaultPrefix, isNumberSeries, numberSeries } from './series';

/** Every prefix that a document number can have: the default ones, and those ever chosen in Settings (rule V22). */
export async function findPrefixes(db: Reader): Promise<string[]> {
  const { rows } = await sql<{ prefix: string }>`select prefix from number_prefixes order by prefix`.execute(
    db,
  );
  const defaultPrefixes = Object.keys(numberSeries).filter(isNumberSeries).map(defaultPrefix);
  return [...new Set([...defaultPrefixes, ...rows.map(({ prefix }) => prefix)])];
}
