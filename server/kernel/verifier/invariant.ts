import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../platform/database/open-database';

/** A row that breaks a rule: the problem in words, and the page to look at. */
export type Breach = { readonly what: string; readonly link: string | null };

export type Finding = {
  /** The number of items compared. */
  readonly compared: number;
  /** The first hundred problems. */
  readonly breaches: readonly Breach[];
};

/** One check of the books that can run at any time (section A of the rules). */
export type Invariant = {
  readonly id: string;
  readonly title: string;
  /** What is compared with what. */
  readonly compares: string;
  readonly check: (db: Reader) => Promise<Finding>;
};

export const maxBreaches = 100;

/**
 * An invariant in SQL: `counted` counts the items compared, `broken` selects `what` (and optionally `link`)
 * for each row that breaks it. Amounts in `what` are in pounds: see `pounds`.
 */
export const invariant = (
  id: string,
  title: string,
  compares: string,
  sources: { readonly counted: RawBuilder<unknown>; readonly broken: RawBuilder<unknown> },
): Invariant => ({
  id,
  title,
  compares,
  check: async db => {
    const { rows: counted } = await sql<{ count: number }>`${sources.counted}`.execute(db);
    const { rows } = await sql<{ what: string; link?: string | null }>`
      select * from (${sources.broken}) as broken limit ${sql.lit(maxBreaches)}`.execute(db);
    const breaches = rows.map(row => ({ what: row.what, link: row.link ?? null }));
    return { compared: counted[0]?.count ?? 0, breaches };
  },
});

/** An amount column formatted for the words of a problem. */
export const pounds = (pence: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(case when ${pence} < 0 then '−£' else '£' end || to_char(abs(${pence}) / 100.0, 'FM999,999,999,990.00'))`;
