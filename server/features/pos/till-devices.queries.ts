import { type RawBuilder, sql } from 'kysely';
import type { SortOrder } from '#domain/kernel/list-query';
import { type TillDevice, tillDeviceStatusNames } from '#domain/pos/till-device.contract';
import type { Reader, Tx } from '../../platform/database/open-database';
import { askPage, containing, inOrder, pageLimit, where } from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';
import type { Column } from '../../platform/spreadsheets/column';

export type DeviceFilter = {
  readonly search?: string | undefined;
  readonly status?: TillDevice['status'] | undefined;
  readonly sort_by: 'last_seen_at' | 'name' | 'id';
  readonly sort_order: SortOrder;
};

const conditions = ({ search, status }: DeviceFilter): RawBuilder<unknown> =>
  where(
    search !== undefined && sql`(d.name ilike ${containing(search)} or r.name ilike ${containing(search)})`,
    status && sql`(d.revoked_at is not null) = ${status === 'revoked'}`,
  );

const order = (filter: DeviceFilter) =>
  inOrder({ last_seen_at: sql`d.last_seen_at`, name: sql`d.name`, id: sql`d.number` }, filter, sql`d.number`);

const columns = sql`d.number as id, d.name, r.name as register,
  case when d.revoked_at is null then 'active' else 'revoked' end as status, d.last_seen_at, l.name as last_seen_by,
  coalesce((select sum(u.sales) from unsent_sales u where u.device_id = d.id), 0)::integer as unsent_sales,
  coalesce((select sum(u.amount_pence) from unsent_sales u where u.device_id = d.id), 0)::bigint as unsent_amount,
  d.first_seen_at as enrolled_at, e.name as enrolled_by, d.revoked_at, v.name as revoked_by, d.version`;

const people = sql`join users l on l.id = d.last_seen_by join users e on e.id = d.enrolled_by
  left join users v on v.id = d.revoked_by left join registers r on r.id = d.register_id`;

export async function listDevices(db: Reader, query: DeviceFilter & { page: number; per_page: number }) {
  return askPage(db, query, {
    rows: sql<TillDevice>`
      select ${columns} from till_devices d ${people} ${conditions(query)} ${order(query)} ${pageLimit(query)}`,
    total: sql<{ total: number }>`
      select count(*) as total from till_devices d left join registers r on r.id = d.register_id ${conditions(query)}`,
  });
}

export const streamDevices = (db: Reader, filter: DeviceFilter): AsyncIterable<TillDevice> =>
  streamRows<TillDevice>(
    db,
    sql`select ${columns} from till_devices d ${people} ${conditions(filter)} ${order(filter)}`,
  );

/** Locks a device until commit. */
export async function lockDevice(tx: Tx, id: number): Promise<TillDevice | undefined> {
  await sql`select from till_devices where number = ${id} for update`.execute(tx);
  return findDevice(tx, id);
}

export async function findDevice(db: Reader, id: number): Promise<TillDevice | undefined> {
  const { rows } =
    await sql<TillDevice>`select ${columns} from till_devices d ${people} where d.number = ${id}`.execute(db);
  return rows[0];
}

export const deviceColumns: readonly Column<TillDevice>[] = [
  { header: 'Name', kind: 'text', width: 24, value: row => row.name },
  { header: 'Register', kind: 'text', width: 20, value: row => row.register },
  { header: 'Status', kind: 'text', width: 10, value: row => tillDeviceStatusNames[row.status] },
  { header: 'Last seen', kind: 'instant', width: 20, value: row => row.last_seen_at },
  { header: 'Last used by', kind: 'text', width: 20, value: row => row.last_seen_by },
  { header: 'Unsent sales', kind: 'integer', width: 12, value: row => row.unsent_sales },
  { header: 'Unsent amount', kind: 'money', width: 14, value: row => row.unsent_amount },
  { header: 'Enrolled', kind: 'instant', width: 20, value: row => row.enrolled_at },
  { header: 'Enrolled by', kind: 'text', width: 20, value: row => row.enrolled_by },
  { header: 'Revoked', kind: 'instant', width: 20, value: row => row.revoked_at },
  { header: 'Revoked by', kind: 'text', width: 20, value: row => row.revoked_by },
];
