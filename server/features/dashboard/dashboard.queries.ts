import { sql } from 'kysely';
import type { ReplyOf } from '#domain/kernel/call';
import type { dashboard } from '#domain/dashboard/dashboard.contract';
import type { Reader } from '../../platform/database/open-database';

type Dashboard = ReplyOf<typeof dashboard.show>;

type SupplierFigures = NonNullable<Dashboard['suppliers']>;

/**
 * The supplier figures and the five largest amounts owed: committed orders less payments by supplier (rules
 * P6-P10), in one pass over orders and one over payments.
 */
export async function supplierFigures(db: Reader): Promise<SupplierFigures> {
  const { rows } = await sql<SupplierFigures>`
    with ordered as materialized (
      select supplier_id, sum(owed_pence - credited_pence) as amount, count(*) filter (where status <> 'completed') as open_orders,
        sum(owed_pence - credited_pence) filter (where status <> 'completed') as open_amount
      from purchase_orders where status in ('sent', 'received', 'completed') group by supplier_id
    ), paid as (
      select supplier_id, sum(case direction when 'out' then amount_pence else -amount_pence end) as amount
      from payments where status = 'completed' group by supplier_id
    ), apart as (
      select supplier_id, sum(amount) as amount from (
        select supplier_id, apart_pence as amount from supplier_credits where reversed_at is null
        union all
        select g.supplier_id, -g.amount_pence from order_credits g
          join party_items i on i.id = g.party_item_id and i.kind = 'credit_note') credited group by supplier_id
    ), owed as materialized (
      select supplier_id, (coalesce(o.amount, 0) - coalesce(p.amount, 0) - coalesce(c.amount, 0))::bigint as amount
      from ordered o full join paid p using (supplier_id) full join apart c using (supplier_id)
    ), most as (
      select s.id, s.name, owed.amount as outstanding_amount
      from owed join suppliers s on s.id = owed.supplier_id
      where owed.amount > 0 order by owed.amount desc, s.id limit 5
    )
    select count(*) filter (where status = 'active') as active, count(*) filter (where status = 'inactive') as inactive,
      (select coalesce(sum(open_orders), 0)::bigint from ordered) as open_orders,
      (select coalesce(sum(open_amount), 0)::bigint from ordered) as open_order_amount,
      (select coalesce(sum(amount), 0)::bigint from owed) as outstanding_amount,
      coalesce((select jsonb_agg(to_jsonb(most) order by outstanding_amount desc, id) from most), '[]') as owed_most
    from suppliers`.execute(db);
  const [figures] = rows;
  if (!figures) throw new Error('Counting answered no row');
  return figures;
}

/** Recent activity of everyone, or of one user. */
export async function latestActivity(
  db: Reader,
  ofActor: number | null,
): Promise<NonNullable<Dashboard['activity']>> {
  const own = ofActor === null ? sql`` : sql`where actor_id = ${ofActor}`;
  const { rows } = await sql<NonNullable<Dashboard['activity']>[number]>`
    select id, at, actor, action, record_type, nullif(record_id, 0) as record_id,
      case when erased_at is null then record_name else audit_shown_name(action, record_type, record_id, record_name) end as record_name from audit_log ${own} order by id desc limit 10`.execute(
    db,
  );
  return rows;
}
