import { sql } from 'kysely';
import type * as z from 'zod';
import type { BulkListName, StatusBulkCalls, StatusChange } from '#domain/bulk-changes/bulk-change.contract';
import { recordEdit } from '../audit';
import type { BulkList, BulkRecord } from './bulk-list';

type Terms<Query extends z.ZodType> = Pick<BulkList<Query, StatusChange>, 'find'> & {
  readonly name: BulkListName;
  readonly calls: StatusBulkCalls<Query>;
  readonly table: string;
  /** The name in the audit log. */
  readonly recordType: string;
};

/** How many records of a table are activated or deactivated at once. */
export function statusBulkList<Query extends z.ZodType>({
  table,
  recordType,
  ...terms
}: Terms<Query>): BulkList<Query, StatusChange> {
  const rows = sql.table(table);
  const load: BulkList<Query, StatusChange>['load'] = async (db, ids) =>
    (
      await sql<BulkRecord>`
        select id, version, name, jsonb_build_object('status', status) as values from ${rows}
        where id = any(${[...ids]}::bigint[]) order by id`.execute(db)
    ).rows;
  return {
    ...terms,
    load,
    async lock(tx, ids) {
      await sql`select from ${rows} where id = any(${[...ids]}::bigint[]) order by id for no key update`.execute(
        tx,
      );
      return load(tx, ids);
    },
    apply: ({ values }, { status }) => ({ ...values, status }),
    refusal: () => null,
    async write(ctx, { id, name, values }, next) {
      await sql`update ${rows} set status = ${next.status}, version = version + 1, updated_at = ${ctx.now} where id = ${id}`.execute(
        ctx.tx,
      );
      recordEdit(ctx, { type: recordType, id, name }, values, next);
    },
    facts: ({ status }) => ({ status }),
  };
}
