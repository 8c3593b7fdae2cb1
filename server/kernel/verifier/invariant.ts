import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../platform/database/open-database';

/** A row that breaks an invariant: what is wrong, and a link. */
export type Breach = { readonly what: string; readonly link: string | null };

export type Finding = {
  /** The number of things compared. */
  readonly compared: number;
  /** The first hundred breaches. */
  readonly breaches: readonly Breach[];
};

/** An invariant of the books (section A of the rules). */
export type Invariant = {
  readonly id: string;
  readonly title: string;
  /** What is compared with what. */
  readonly compares: string;
  readonly check: (db: Reader) => Promise<Finding>;
};

export const mostBreaches = 100;

/**
 * An invariant in SQL: `counted` counts what is compared, `broken` selects `what` (and perhaps `link`) of each row
 * that breaks it. Figures in `what` are pounds: see `pounds`.
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
      select * from (${sources.broken}) as broken limit ${sql.lit(mostBreaches)}`.execute(db);
    const breaches = rows.map(row => ({ what: row.what, link: row.link ?? null }));
    return { compared: counted[0]?.count ?? 0, breaches };
  },
});

/** An amount column in words, for a breach. */
export const pounds = (pence: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`'£' || to_char(${pence} / 100.0, 'FM999,999,999,990.00')`;
