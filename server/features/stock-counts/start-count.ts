import { type RawBuilder, sql } from 'kysely';
import type { BodyOf } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import { countScopeNames } from '#domain/stock/count-status';
import type { CountDetail, stockCounts } from '#domain/stock/stock-count.contract';
import { recordAudit } from '../../kernel/audit';
import { ensureOpenDay } from '../../kernel/books-day';
import { nextNumber } from '../../kernel/documents';
import type { WriteContext } from '../../platform/http/context';
import { conflict, invalid } from '../../platform/http/refusal';
import { insertedId } from '../../platform/database/inserted-id';
import { countable } from './count-choices.queries';
import { getCount } from './get-count';

type Body = BodyOf<typeof stockCounts.create>;

/** The scope: which products, and its name. */
type Scope = { readonly products: RawBuilder<unknown>; readonly name: string | null; readonly field: string };

/**
 * Starts a stocktake: it takes its number and a line for each product in scope that is kept in stock.
 * Expected quantities are fixed line by line when counted (rule I8).
 */
export async function startCount(ctx: WriteContext, body: Body): Promise<CountDetail> {
  const businessDate = body.business_date ?? londonDate(ctx.now);
  await ensureOpenDay(ctx, businessDate);
  const scope = await scopeOf(ctx, body);
  // No one else can start a stocktake before the commit, so products free now stay free.
  const number = await nextNumber(ctx.tx, 'COUNT');
  await ensureFree(ctx, scope);
  const { rows } = await sql<{ id: number }>`
    insert into stock_counts (number, scope, scope_name, is_blind, note, business_date, started_by, started_at)
    values (${number}, ${body.scope}, ${scope.name}, ${body.is_blind}, ${body.note ?? null}, ${businessDate},
      ${ctx.actor.id}, ${ctx.now}) returning id`.execute(ctx.tx);
  const id = insertedId(rows);
  const lines = await insertLines(ctx, id, scope);
  if (lines === 0)
    throw invalid({ [scope.field]: 'There is nothing to count: none of these products are kept in stock.' });
  recordAudit(ctx, {
    action: 'started',
    recordType: 'stock_count',
    recordId: id,
    recordName: number,
    after: {
      on: businessDate,
      scope: scope.name ?? countScopeNames[body.scope],
      products: lines,
      blind: body.is_blind,
      note: body.note ?? null,
    },
  });
  return getCount(ctx.tx, id, ctx.actor);
}

async function scopeOf({ tx }: WriteContext, body: Body): Promise<Scope> {
  if (body.scope === 'all') return { products: sql`true`, name: null, field: 'scope' };
  if (body.scope === 'products') return chosenScope({ tx }, body.product_ids ?? []);
  const [field, table, column] =
    body.scope === 'category'
      ? (['category_id', 'categories', sql`p.category_id`] as const)
      : (['sub_category_id', 'sub_categories', sql`p.sub_category_id`] as const);
  const id = body[field];
  if (!id) throw invalid({ [field]: `Choose a ${body.scope.replace('_', '-')}.` });
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} where id = ${id}`.execute(
    tx,
  );
  if (!rows[0]) throw invalid({ [field]: `This ${body.scope.replace('_', '-')} no longer exists.` });
  return { products: sql`${column} = ${id}`, name: rows[0].name, field };
}

/** Each selected product must be kept in stock; the list is never shortened silently. */
async function chosenScope({ tx }: Pick<WriteContext, 'tx'>, ids: readonly number[]): Promise<Scope> {
  if (ids.length === 0) throw invalid({ product_ids: 'Choose at least one product.' });
  const { rows } = await sql<{ id: number; name: string; is_countable: boolean }>`
    select p.id, p.name, ${countable} as is_countable from products p join stock_pools s on s.product_id = p.id
    where p.id = any(${[...ids]}::bigint[])`.execute(tx);
  const productsById = new Map(rows.map(row => [row.id, row]));
  ids.forEach((id, index) => {
    const product = productsById.get(id);
    const field = `product_ids.${index}`;
    if (!product) throw invalid({ [field]: 'This product no longer exists. Choose another.' });
    if (!product.is_countable) throw invalid({ [field]: `${product.name} is not kept in stock.` });
  });
  return { products: sql`p.id = any(${[...ids]}::bigint[])`, name: null, field: 'product_ids' };
}

async function ensureFree({ tx }: WriteContext, { products }: Scope): Promise<void> {
  const { rows } = await sql<{ number: string; busy: number; name: string }>`
    select c.number, count(*)::int as busy, min(l.name) as name
    from stock_count_lines l join stock_counts c on c.id = l.stock_count_id join products p on p.id = l.product_id
    where l.is_open and ${products} group by c.id order by c.id limit 1`.execute(tx);
  const [other] = rows;
  if (!other) return;
  const what =
    other.busy === 1
      ? `${other.name} is`
      : `${other.busy.toLocaleString('en-GB')} of these products, such as ${other.name}, are`;
  throw conflict(
    `${what} already being counted in ${other.number}. Post or cancel that count first, or choose other products.`,
  );
}

/** In the order of a count sheet: by category, then by name. */
async function insertLines({ tx }: WriteContext, id: number, { products }: Scope): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into stock_count_lines (stock_count_id, line_number, product_id, sku, name, unit, category)
    select ${id}, row_number() over (order by c.name nulls last, p.name, p.id), p.id, p.sku, p.name, u.name, c.name
    from products p join stock_pools s on s.product_id = p.id join units u on u.id = p.unit_id
      left join categories c on c.id = p.category_id
    where ${countable} and ${products}`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
