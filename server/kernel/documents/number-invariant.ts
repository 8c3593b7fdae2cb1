import { type RawBuilder, sql } from 'kysely';
import { type Invariant, invariant } from '../verifier/invariant';
import { type NumberSeries, defaultPrefix } from './series';

/** The table of a series; `column` has its number, such as `GRN-00042`. */
export type NumberedDocuments = {
  readonly series: NumberSeries;
  readonly table: string;
  readonly column: string;
  /** Which rows of the table count, if not all. */
  readonly only?: RawBuilder<unknown>;
};

/**
 * A12: each series runs from one to its last number, with exactly one document for each, except for numbers
 * the business has skipped. Prefixes never end in a digit, so the prefix is the number without its trailing
 * digits.
 */
export const numbersWithoutGap = (documents: readonly NumberedDocuments[]): Invariant => {
  const counts = documents.map(
    ({ series, table, column, only = sql`true` }) => sql`
      select ${series}::text as series, count(*) as documents, count(distinct ${sql.ref(column)}) as numbers,
        coalesce(max(substr(${sql.ref(column)}, length(rtrim(${sql.ref(column)}, '0123456789')) + 1)::bigint), 0) as highest
      from ${sql.table(table)}
      where rtrim(${sql.ref(column)}, '0123456789') in
          (select ${defaultPrefix(series)} union all select prefix from number_prefixes where series = ${series})
        and ${only}`,
  );
  const all = sql.join(counts, sql` union all `);
  return invariant(
    'A12',
    'Document numbers have no gaps',
    'documents of each series against the last number issued',
    {
      counted: sql`select coalesce(sum(documents), 0)::bigint as count from (${all}) as counted`,
      broken: sql`
        select 'Series ' || c.series || ': ' || c.documents || ' documents, ' || c.numbers || ' numbers, highest '
          || c.highest || ', last issued ' || coalesce(s.last_number, 0)
          || case when s.passed_over > 0 then ', skipped ' || s.passed_over else '' end as what
        from (${all}) as c left join number_series s using (series)
        where c.documents <> c.numbers or c.documents <> coalesce(s.last_number - s.passed_over, 0)
          or c.highest > coalesce(s.last_number, 0)
          or (c.highest <> coalesce(s.last_number, 0) and coalesce(s.passed_over, 0) = 0)`,
    },
  );
};
