import { sql } from 'kysely';
import type pg from 'pg';
import { lockOrder, locks } from '../../server/kernel/locks';
import type { Tx } from '../../server/platform/database/open-database';
import { isBatch, type Statement } from '../../server/platform/database/statement-batch';

/** An ordered lock that a statement takes: its place in the order, and the rows or keys as far as they were sent. */
type Taken = { readonly place: number; readonly keys: readonly string[] };

const nameOf = (place: number): string => {
  const lock = lockOrder[place];
  return lock === undefined ? '' : 'rowsOf' in lock ? lock.rowsOf : `the lock “${lock.advisory}”`;
};
const placeOfRows = new Map(
  lockOrder.flatMap((lock, place) => ('rowsOf' in lock ? [[lock.rowsOf, place]] : [])),
);
const placeOfAdvisory = (key: string): number =>
  lockOrder.findIndex(
    lock => 'advisory' in lock && (key === lock.advisory || key.startsWith(`${lock.advisory} `)),
  );
const books = placeOfAdvisory(locks.books.name);

const flat = (values: unknown): string[] => (Array.isArray(values) ? values.flatMap(flat) : [String(values)]);

const lockClause = /\bfor (?:update|no key update|share|key share)\b(?: of (\w+))?/g;

/** The ordered locks of a statement, by its text. Locks taken by triggers are known for the books only. */
function locksTakenBy(text: string, values: readonly unknown[]): Taken[] {
  const plain = text.replaceAll('"', '');
  const keys = flat(values);
  const row = (table: string, rowKeys: readonly string[]): Taken[] => {
    const place = placeOfRows.get(table);
    return place === undefined ? [] : [{ place, keys: rowKeys }];
  };
  if (/\bpg_advisory_xact_lock\b/.test(plain)) {
    const place = placeOfAdvisory(keys[0] ?? '');
    return place < 0 ? [] : [{ place, keys }];
  }
  if (/\binsert into number_series\b/.test(plain)) return row('number_series', keys.slice(0, 1));
  if (/\binsert into (?:journals|stock_movements)\b/.test(plain)) return [{ place: books, keys: [] }];
  const literals = Array.from(plain.matchAll(/'([A-Z]+)'/g), ([, literal]) => literal ?? '');
  return Array.from(plain.matchAll(lockClause), ([, alias]) =>
    alias
      ? (new RegExp(`\\b(?:from|join|,)\\s+(\\w+)(?:\\s+as)?\\s+${alias}\\b`).exec(plain)?.[1] ?? alias)
      : (/\bfrom (\w+)/.exec(plain)?.[1] ?? ''),
  ).flatMap(table => row(table, [...keys, ...literals]));
}

const several = '/* several postings in one transaction */';

/** Marks a test's own transaction as posting several documents, which no use case does. */
export const postsSeveral = (tx: Tx): Promise<unknown> => sql`${sql.raw(several)} select`.execute(tx);

/** The demo data is entered in one transaction before anyone else can connect. */
const isDemoData = (text: string, values: readonly unknown[]): boolean =>
  text.includes('pg_advisory_xact_lock') && values[0] === locks.demoData.name;

/** The locks that one transaction holds, by place in the order. */
class Held {
  private held = new Map<number, ReadonlySet<string>>();
  /** An import is one transaction of many postings, and is run again when it loses (decision 031). */
  private isLeftOut = false;
  private readonly savepoints = new Map<string, Map<number, ReadonlySet<string>>>();

  /** Follows a statement; returns the locks it takes too late, in words. */
  follow(text: string, values: readonly unknown[]): string | null {
    const word =
      /^\s*(begin|start transaction|commit|rollback(?: to(?: savepoint)?)?|savepoint)\b\s*("?[\w-]+"?)?/i.exec(
        text,
      );
    if (!word) return this.take(text, values);
    const [, command = '', savepoint = ''] = word;
    if (/^savepoint/i.test(command)) this.savepoints.set(savepoint, new Map(this.held));
    else if (/^rollback to/i.test(command)) this.held = new Map(this.savepoints.get(savepoint));
    else {
      this.held.clear();
      this.savepoints.clear();
      this.isLeftOut = false;
    }
    return null;
  }

  private take(text: string, values: readonly unknown[]): string | null {
    if (text.includes('pg_try_advisory_xact_lock') && String(values[0]).startsWith(`${locks.importOf.name} `))
      this.isLeftOut = true;
    if (text.startsWith(several) || isDemoData(text, values)) this.isLeftOut = true;
    if (this.isLeftOut) return null;
    for (const { place, keys } of locksTakenBy(text, values)) {
      const heldKeys = this.held.get(place);
      if (heldKeys && keys.every(key => heldKeys.has(key))) continue;
      const later = Math.max(-1, ...this.held.keys());
      if (later > place) return `${nameOf(place)} after ${nameOf(later)}`;
      this.held.set(place, new Set([...(heldKeys ?? []), ...keys]));
    }
    return null;
  }
}

/** Statements that the database ended because of a deadlock; they were retried. */
export const deadlocks: string[] = [];

const countDeadlock = (text: unknown) => (error: unknown) => {
  if (error instanceof Error && 'code' in error && error.code === '40P01') deadlocks.push(String(text));
};

/**
 * Refuses a statement in tests that takes a lock after one that comes later in `lockOrder`: transactions that break the
 * order can deadlock, although it rarely happens (F91). So every test through the application also tests the order.
 */
export function watchLocks(pool: pg.Pool): void {
  pool.on('connect', client => {
    const held = new Held();
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const [first, values] = args;
      const sent = Array.isArray(values) ? values : [];
      const statements: readonly Statement[] =
        typeof first !== 'string' ? [] : isBatch(first) ? sent : [{ text: first, values: sent }];
      for (const statement of statements) {
        const tooLate = held.follow(statement.text, statement.values);
        if (tooLate === null) continue;
        const message = `A transaction takes ${tooLate}, against server/kernel/locks/lock-order.ts: ${statement.text.trim().slice(0, 200)}`;
        console.error(message);
        throw new Error(message);
      }
      const answer = query(...args);
      if (answer instanceof Promise) answer.catch(countDeadlock(first));
      return answer;
    }) as typeof client.query;
  });
}
