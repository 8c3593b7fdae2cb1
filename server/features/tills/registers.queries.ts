import { type RawBuilder, sql } from 'kysely';
import type { RecordStatus } from '#domain/kernel/fields';
import type { SortOrder } from '#domain/kernel/list-query';
import type { RegisterRow } from '#domain/tills/till.contract';
import type { Reader, Tx } from '../../platform/database/open-database';
import { askPage, containing, inOrder, pageLimit, where } from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';

export type RegisterFilter = {
  readonly search?: string | undefined;
  readonly status?: RecordStatus | undefined;
  readonly sort_by: 'name' | 'code' | 'id';
  readonly sort_order: SortOrder;
};

const conditions = (filter: RegisterFilter): RawBuilder<unknown> =>
  where(
    filter.search !== undefined &&
      sql`(r.name ilike ${containing(filter.search)} or r.code ilike ${containing(filter.search)})`,
    filter.status && sql`r.status = ${filter.status}`,
  );

const order = (filter: RegisterFilter) =>
  inOrder({ name: sql`r.name`, code: sql`r.code`, id: sql`r.id` }, filter, sql`r.id`);

// A session of its own and a late one may be open; each has an index.
const columns = sql`r.id, r.name, r.code, r.paper, r.status, r.last_z_number, r.version,
  (exists (select from till_sessions s where s.register_id = r.id and s.status <> 'closed' and s.late_of_id is null)
    or exists (select from till_sessions s where s.register_id = r.id and s.status <> 'closed' and s.late_of_id is not null))
    as is_open`;

export async function listRegisters(db: Reader, query: RegisterFilter & { page: number; per_page: number }) {
  return askPage(db, query, {
    rows: sql<RegisterRow>`
      select ${columns} from registers r ${conditions(query)} ${order(query)} ${pageLimit(query)}`,
    total: sql<{ total: number }>`select count(*) as total from registers r ${conditions(query)}`,
  });
}

export const streamRegisters = (db: Reader, filter: RegisterFilter): AsyncIterable<RegisterRow> =>
  streamRows<RegisterRow>(db, sql`select ${columns} from registers r ${conditions(filter)} ${order(filter)}`);

export async function findRegister(db: Reader, id: number): Promise<RegisterRow | undefined> {
  const { rows } = await sql<RegisterRow>`select ${columns} from registers r where r.id = ${id}`.execute(db);
  return rows[0];
}

/**
 * Locks a register until commit. Opening and closing lock it before the session, so that they are serialised.
 */
export async function lockRegister(tx: Tx, id: number): Promise<RegisterRow | undefined> {
  await sql`select from registers where id = ${id} for no key update`.execute(tx);
  return findRegister(tx, id);
}
