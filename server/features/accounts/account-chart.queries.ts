import { type RawBuilder, sql } from 'kysely';
import type { Account, AccountKind } from '#domain/accounts/account.contract';
import type { RecordStatus } from '#domain/kernel/fields';
import type { SortOrder } from '#domain/kernel/list-query';
import type { Pence } from '#domain/kernel/money';
import { onlyRow } from '../../platform/database/only-row';
import type { Reader } from '../../platform/database/open-database';
import {
  askPage,
  containing,
  inOrder,
  isAmongWords,
  pageLimit,
  where,
} from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';
import { accountColumns } from './accounts.queries';

export type ChartFilter = {
  readonly search?: string | undefined;
  readonly kind?: readonly AccountKind[] | undefined;
  readonly status?: RecordStatus | undefined;
  readonly managed_by?: 'counterfoil' | 'you' | undefined;
  readonly sort_by: 'code' | 'name' | 'balance';
  readonly sort_order: SortOrder;
};
type Conditions = Omit<ChartFilter, 'sort_by' | 'sort_order'>;

const conditions = ({ search, kind, status, managed_by }: Conditions) =>
  where(
    search !== undefined && sql`lower(a.code || ' ' || a.name) like ${containing(search.toLowerCase())}`,
    kind && isAmongWords(sql`a.kind`, kind),
    status && sql`a.status = ${status}`,
    managed_by && sql`a.is_system = ${managed_by === 'counterfoil'}`,
  );

const code = sql`a.code`;

const rowsOf = (filter: ChartFilter, limit: RawBuilder<unknown>) => sql<Account>`
  select ${accountColumns} from accounts a ${conditions(filter)}
  ${inOrder({ code, name: sql`a.name`, balance: sql`balance` }, filter, code)} ${limit}`;

/** One page of the chart of accounts. */
export const listChart = (db: Reader, query: ChartFilter & { page: number; per_page: number }) =>
  askPage(db, query, {
    rows: asked => rowsOf(asked, pageLimit(asked)),
    total: sql<{ total: number }>`select count(*) as total from accounts a ${conditions(query)}`,
  });

/** All accounts that match the filter, in order and in batches. */
export const streamChart = (db: Reader, filter: ChartFilter): AsyncIterable<Account> =>
  streamRows<Account>(db, rowsOf(filter, sql``));

/** Debits less credits of the accounts that match the filter: zero for all of them. */
export async function totalChart(db: Reader, filter: Conditions): Promise<{ balance: Pence }> {
  const { rows } = await sql<{ balance: Pence }>`
    select coalesce(sum(balance), 0)::bigint as balance from (
      select ${accountColumns} from accounts a ${conditions(filter)}) found`.execute(db);
  return onlyRow(rows);
}
