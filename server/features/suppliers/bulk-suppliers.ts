import { sql } from 'kysely';
import { supplierBulk } from '#domain/suppliers/supplier-bulk.contract';
import { recordEdit } from '../../kernel/audit';
import type { BulkList, BulkRecord } from '../../kernel/bulk-changes';
import { findSuppliersForChange } from './suppliers.queries';

/** How many suppliers are changed at once. */
export const supplierBulkList: BulkList<
  typeof supplierBulk.start.body.shape.filter,
  typeof supplierBulk.start.body.shape.change
> = {
  name: 'suppliers',
  calls: supplierBulk,
  find: findSuppliersForChange,
  async load(db, ids) {
    const { rows } = await sql<BulkRecord>`
      select id, version, name, jsonb_build_object('status', status) as values from suppliers
      where id = any(${[...ids]}::bigint[]) order by id`.execute(db);
    return rows;
  },
  async lock(tx, ids) {
    await sql`select from suppliers where id = any(${[...ids]}::bigint[]) order by id for update`.execute(tx);
    return this.load(tx, ids);
  },
  apply: ({ values }, { status }) => ({ ...values, status }),
  refusal: () => null,
  async write(ctx, { id, name, values }, next) {
    await sql`update suppliers set status = ${next.status}, version = version + 1, updated_at = ${ctx.now} where id = ${id}`.execute(
      ctx.tx,
    );
    recordEdit(ctx, { type: 'supplier', id, name }, values, next);
  },
  facts: ({ status }) => ({ status }),
};
