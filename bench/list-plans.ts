import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Connection, Database } from '../server/platform/database/open-database';
import { openFileStore } from '../server/platform/files/file-store';
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
/** What a list may read: its rows thrice, for the count and for an order without an index, and these for each row shown. */
const allowedFor = (total: number) => 3 * total + 100 * perPage;

/**
 * Runs every list in each of its orders, on its first and on a deep page, and reports the rows that were read against
 * those it may read: a list that joins before it cuts its page reads a multiple.
 */
export async function measureListPlans(connection: Connection, folder: string): Promise<void> {
  const pool = new pg.Pool({ ...connection, max: 1 });
  const queries: CompiledQuery[] = [];
  const db: Database = new Kysely({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void queries.push(query),
  });
  const files = await openFileStore(folder);
  const readBy = async (route: Route, asked: Query) => {
    queries.length = 0;
    const query = route.call.query?.parse(asked);
    const input = { db, files, actor: administrator, now: new Date(), params: {}, query };
    const { total } = (await route.handle(input as never)) as { readonly total: number };
    let rows = 0;
    for (const { sql: text, parameters } of queries) rows += await rowsReadBy(pool, text, parameters);
    return { total, rows };
  };
  for (const [path, route] of lists) {
    if (isReport(path)) continue;
    let worst = { share: 0, asked: {} as Query };
    for (const asked of questionsOf(route)) {
      const { total, rows } = await readBy(route, asked);
      const share = rows / allowedFor(total);
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
  await db.destroy();
}

function questionsOf(route: Route): Query[] {
  const { listing } = route.call as unknown as { readonly listing: { readonly sort: readonly string[] } };
  const orders = listing.sort.flatMap(key =>
    ['asc', 'desc'].map(order => ({ sort_by: key, sort_order: order })),
  );
  return [{}, ...orders].flatMap(order => [order, { ...order, page: String(deepPage) }]);
}

async function rowsReadBy(pool: pg.Pool, text: string, parameters: readonly unknown[]): Promise<number> {
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
