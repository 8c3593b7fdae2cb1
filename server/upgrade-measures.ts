import { sql } from 'kysely';
import { askTotal, bookTotals } from './book-totals';
import { allInvariants } from './invariants';
import { verifyLog } from './kernel/audit';
import type { Database, Tx } from './platform/database/open-database';
import { sqlState } from './platform/database/database-errors';

/** Null: the schema of that version has no answer to it. */
type Answer<T> = T | null;

/** What an upgrade must not change. */
export type Measures = {
  readonly totals: readonly { readonly label: string; readonly value: Answer<string> }[];
  readonly checks: readonly { readonly title: string; readonly breaches: Answer<readonly string[]> }[];
};

/** Takes the totals and runs the checks of the books, all on one snapshot, whatever version the schema is of. */
export const measureBooks = (db: Database): Promise<Measures> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async tx => {
      await sql`set local statement_timeout = 0`.execute(tx);
      const totals = [];
      for (const total of bookTotals)
        totals.push({ label: total.label, value: await ifKnown(tx, () => askTotal(tx, total)) });
      const checks = [];
      for (const { id, title, check } of allInvariants) {
        const breaches = await ifKnown(tx, async () => (await check(tx)).breaches.map(({ what }) => what));
        checks.push({ title: `${id}, ${title}`, breaches });
      }
      checks.push({ title: 'Audit log', breaches: await ifKnown(tx, () => logBreaches(tx)) });
      return { totals, checks };
    });

async function logBreaches(tx: Tx): Promise<string[]> {
  const { intact, firstBrokenId } = await verifyLog(tx, null);
  return intact ? [] : [`It is inconsistent from entry ${firstBrokenId} onwards.`];
}

/** A table, column, function or type that an older schema does not have. */
const unknownThings = new Set(['42P01', '42703', '42883', '42704']);

async function ifKnown<T>(tx: Tx, ask: () => Promise<T>): Promise<Answer<T>> {
  await sql`savepoint measure`.execute(tx);
  try {
    return await ask();
  } catch (error) {
    if (!unknownThings.has(sqlState(error) ?? '')) throw error;
    await sql`rollback to savepoint measure`.execute(tx);
    return null;
  }
}

/** What differs after the upgrade, in sentences. What the earlier schema could not answer must hold afterwards. */
export function findDifferences(before: Measures, after: Measures): string[] {
  const totals = after.totals.flatMap(({ label, value }) => {
    const was = before.totals.find(total => total.label === label)?.value ?? null;
    return was === null || was === value
      ? []
      : [`${label}: ${was} before, ${value ?? 'no answer'} afterwards.`];
  });
  const checks = after.checks.flatMap(({ title, breaches }) => {
    const known = new Set(before.checks.find(check => check.title === title)?.breaches);
    if (breaches === null) return [`${title}: the check could not be run.`];
    const [first] = breaches.filter(what => !known.has(what));
    return first === undefined ? [] : [`${title}: ${first}`];
  });
  return [...totals, ...checks];
}
