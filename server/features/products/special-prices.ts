import { sql } from 'kysely';
import { type CalendarDate, londonDate } from '#domain/kernel/dates';
import type { Tx } from '../../platform/database/open-database';

/**
 * The prices of products beside their list price, in words: of groups, for quantities, and of promotions at a fixed price that
 * have not ended. They are in the product's own mode, so the same figures would be other prices in the other one (rules V3,
 * V9).
 */
export async function findSpecialPrices(
  tx: Tx,
  ids: readonly number[],
  today: CalendarDate,
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; words: string }>`
    select s.id, string_agg(s.words, ', ' order by s.place, s.words) as words from (
      select e.product_id as id, 1 as place, 'price of ' || g.name as words
        from price_group_prices e join price_groups g on g.id = e.price_group_id where e.product_id = any(${[...ids]}::bigint[])
      union all select b.product_id, 2, 'quantity break from ' || trim_scale(b.from_quantity) || coalesce(' for ' || g.name, '')
        from quantity_breaks b left join price_groups g on g.id = b.price_group_id where b.product_id = any(${[...ids]}::bigint[])
      union all select p.id, 3, 'promotion ' || m.name
        from promotions m join products p on m.applies_to = 'everything'
          or exists (select from promotion_products c where c.promotion_id = m.id and c.product_id = p.id)
          or exists (select from promotion_categories c where c.promotion_id = m.id and c.category_id = p.category_id)
        where m.kind = 'fixed_price' and m.status = 'active' and m.ends_on >= ${today}::date and p.id = any(${[...ids]}::bigint[])
    ) s group by s.id`.execute(tx);
  return new Map(rows.map(({ id, words }) => [id, words]));
}

type Priced = { readonly price_includes_vat: boolean };
type Stored = { readonly id: number; readonly values: Priced };

/** The products whose price mode is to change and that have such prices. */
export const findSpecialPricesOf = (
  tx: Tx,
  now: Date,
  changes: readonly { readonly stored: Stored; readonly next: Priced }[],
): Promise<Map<number, string>> =>
  findSpecialPrices(
    tx,
    changes.flatMap(({ stored, next }) =>
      stored.values.price_includes_vat === next.price_includes_vat ? [] : [stored.id],
    ),
    londonDate(now),
  );

/** Why the mode stays as it is, and what to do. */
export function specialPricesRefuse(special: string, stored: Priced): string {
  const [is, willBe] = stored.price_includes_vat ? ['include', 'excluding'] : ['exclude', 'including'];
  return `These other prices of the product ${is} VAT too: ${special}. Remove them before you change this, then enter them again ${willBe} VAT.`;
}
