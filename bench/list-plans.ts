import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { PageOf } from '#domain/kernel/list-query';
import { type Connection, type Database, openPool } from '../server/platform/database/open-database';
import { openFileStore } from '../server/platform/files/file-store';
import { isPrepared } from '../server/platform/database/prepared-statement';
import { isBatch, type Statement } from '../server/platform/database/statement-batch';
import type { Route } from '../server/platform/http/route';
import { administrator, isReport, lists } from './lists';
import { report } from './report';

/** A node of a plan that was run, as PostgreSQL reports it. */
type PlanNode = {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
};

type Query = Readonly<Record<string, string>>;

const perPage = 10;
const deepPage = 100;
/** What a list may read: two tables for the count, and for an order without an index, and these for each row shown. */
const allowedFor = (total: number) => 4 * total + 100 * perPage;

/** A list's rows, and how many rows of tables were read for an answer. */
export type RowsRead = { readonly total: number; readonly rows: number };

export type PlanReader = {
  /** Runs a list, and does not look at its plans. */
  readonly page: (route: Route, asked: Query) => Promise<PageOf<unknown>>;
  /** Runs a list and adds up what its plans read. */
  readonly read: (route: Route, asked: Query) => Promise<RowsRead>;
  /** Runs the page of a record and adds up what its plans read. */
  readonly readRecord: (route: Route, id: number) => Promise<number>;
  /** Asks the database something else, and adds up what that reads. */
  readonly rowsReadFor: (ask: (db: Database) => Promise<unknown>) => Promise<number>;
  readonly close: () => Promise<void>;
};

const isBound = /^(?:begin|start transaction|commit|rollback)\b/;

/** Answers lists without a server around them, each statement a second time as PostgreSQL explains it. */
export async function openPlanReader(connection: Connection, folder: string): Promise<PlanReader> {
  const pool = new pg.Pool({ ...connection, max: 1 });
  const queries: Statement[] = [];
  const db: Database = new Kysely({
    dialect: new PostgresDialect({ pool: openPool(connection, 1, { unhurried: true }) }),
    log: ({ query: { sql: text, parameters: values } }) => {
      if (isBatch(text)) queries.push(...(values as readonly Statement[]));
      // The bounds of a snapshot read nothing.
      else if (!isBound.test(text)) queries.push({ text, values });
    },
  });
  const files = await openFileStore(folder);
  const rowsOfQueries = async () => {
    let rows = 0;
    for (const { text, values } of queries.splice(0)) rows += await rowsReadBy(pool, text, values);
    return rows;
  };
  const handle = (route: Route, more: object): Promise<unknown> => {
    queries.length = 0;
    const input = { db, files, actor: administrator, now: new Date(), params: {}, ...more };
    return route.handle(input as never);
  };
  const page = async (route: Route, asked: Query) =>
    (await handle(route, { query: route.call.query?.parse(asked) })) as PageOf<unknown>;
  return {
    page,
    read: async (route, asked) => {
      const { total } = await page(route, asked);
      return { total, rows: await rowsOfQueries() };
    },
    readRecord: async (route, id) => {
      await handle(route, { params: { id }, query: route.call.query?.parse({}) });
      return rowsOfQueries();
    },
    rowsReadFor: async ask => {
      queries.length = 0;
      await ask(db);
      return rowsOfQueries();
    },
    close: async () => {
      await db.destroy();
      await pool.end();
    },
  };
}

/** How much of what a list of so many rows may read was read: more than 1 is too much. */
export const shareOfAllowed = (rows: number, total: number): number => rows / allowedFor(total);

/** Every list whose rows are records, by its path. */
export const plannedLists = (): [string, Route][] => [...lists].filter(([path]) => !isReport(path));

/** A list's orders, each on its first and on a deep page. */
export function ordersOf(route: Route): Query[] {
  const { listing } = route.call as unknown as { readonly listing: { readonly sort: readonly string[] } };
  const orders = listing.sort.flatMap(key =>
    ['asc', 'desc'].map(order => ({ sort_by: key, sort_order: order })),
  );
  return [{}, ...orders].flatMap(order => [order, { ...order, page: String(deepPage) }]);
}

/**
 * Runs every list in each of its orders, on its first and on a deep page, and reports the rows that were read against
 * those it may read: a list that joins before it cuts its page reads a multiple.
 */
export async function measureListPlans(connection: Connection, folder: string): Promise<void> {
  const reader = await openPlanReader(connection, folder);
  for (const [path, route] of plannedLists()) {
    let worst = { share: 0, asked: {} as Query };
    for (const asked of ordersOf(route)) {
      const { total, rows } = await reader.read(route, asked);
      const share = shareOfAllowed(rows, total);
      if (share > worst.share) worst = { share, asked };
    }
    report({
      name: `${path} ${new URLSearchParams(worst.asked).toString()}`.trim(),
      figure: 'rows read, of those allowed',
      unit: '×',
      value: worst.share,
      target: 'at most 1',
      met: worst.share <= 1,
    });
  }
  await reader.close();
}

async function rowsReadBy(pool: pg.Pool, text: string, parameters: readonly unknown[]): Promise<number> {
  if (!isPrepared(text)) return rowsExplainedBy(pool, text, parameters);
  // What is run with a kept plan must be cheap with a plan for any values.
  await pool.query(`set plan_cache_mode = force_generic_plan; prepare kept as ${text}`);
  const values = parameters.map(literal);
  const rows = await rowsExplainedBy(
    pool,
    `execute kept${values.length > 0 ? `(${values.join(', ')})` : ''}`,
  );
  await pool.query('deallocate kept; reset plan_cache_mode');
  return rows;
}

/** A parameter as a literal whose type follows from where it stands. */
function literal(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map(item => JSON.stringify(item)).join()}}`);
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return pg.escapeLiteral(`${value}`);
  throw new TypeError(`A parameter of type ${typeof value} cannot be written as a literal.`);
}

async function rowsExplainedBy(pool: pg.Pool, text: string, parameters: readonly unknown[] = []) {
  const { rows } = await pool.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
    `explain (analyze, timing off, format json) ${text}`,
    [...parameters],
  );
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  return plan ? rowsReadIn(plan) : 0;
}

const rowsReadIn = (node: PlanNode): number =>
  (node['Relation Name']
    ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    : 0) + (node.Plans ?? []).reduce((sum, child) => sum + rowsReadIn(child), 0);
