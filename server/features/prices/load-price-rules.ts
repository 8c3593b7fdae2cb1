import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import { quantityFromText } from '#domain/kernel/quantity';
import type { VatRate } from '#domain/kernel/vat';
import { isRegisteredOn, type VatRegistration } from '#domain/kernel/vat-registration';
import type { PriceRules, PromotionRule, QuantityBreak } from '#domain/pricing/price-rules';
import { preparedStatement } from '../../platform/database/prepared-statement';
import { askTogether, type Question } from '../../platform/database/send-together';
import type { Reader } from '../../platform/database/open-database';

/**
 * The price rules of products for a customer group (or none) on a date. An inactive group has no prices, and unknown
 * products are omitted. Undefined when the group does not exist.
 */
export async function loadPriceRules(
  db: Reader,
  productIds: readonly number[],
  groupId: number | null,
  date: CalendarDate,
): Promise<PriceRules | undefined> {
  const group = await findActiveGroup(db, groupId);
  if (group === undefined) return undefined;
  const [prices, promotions] = await askTogether(db, findingPrices(productIds, group, date));
  return rulesOf({ group, prices, promotions, date });
}

/** What the rules are made of, to be asked with other questions, because every sale waits for it. */
export const findingPrices = (
  productIds: readonly number[],
  group: Group | null,
  date: CalendarDate,
): readonly [Question<ProductRow, readonly ProductRow[]>, Question<PromotionTerms, PromotionRule[]>] => {
  const ids = [...new Set(productIds)];
  return [findingProducts(ids, group?.id ?? null, date), findingPromotions(ids, date)];
};

type RuleParts = {
  readonly group: Group | null;
  readonly prices: readonly ProductRow[];
  readonly promotions: PromotionRule[];
  readonly date: CalendarDate;
};

export function rulesOf({ group, prices: products, promotions, date }: RuleParts): PriceRules {
  return {
    group: group && { id: group.id, name: group.name, percent_off: group.percent_off },
    products: products.map(({ breaks: _breaks, registration, rate, ...product }) => ({
      ...product, // A company that is not registered charges no VAT (rule V2), nor does a code that has no rate yet.
      vat_percent: isRegisteredOn(registration, date) ? (rate ?? 0) : 0,
    })),
    breaks: products.flatMap(({ product_id, breaks }) =>
      breaks.map(row => ({ ...row, product_id, from_quantity: quantityFromText(row.from_quantity) })),
    ),
    promotions,
  };
}

type Group = { id: number; name: string; percent_off: number; status: string };

/** A customer's price group; null for none or an inactive one, undefined when it does not exist. */
export async function findActiveGroup(db: Reader, id: number | null): Promise<Group | null | undefined> {
  if (id === null) return null;
  const { rows } = await sql<Group>`${preparedStatement}
    select id, name, (percent_off * 100)::integer as percent_off, status from price_groups where id = ${id}`.execute(
    db,
  );
  const [group] = rows;
  return group?.status === 'inactive' ? null : group;
}

type ProductRow = {
  product_id: number;
  list_price: Pence;
  price_includes_vat: boolean;
  group_price: Pence | null;
  /** The rate of its VAT code on the date; null when it has none yet. */
  rate: VatRate | null;
  registration: VatRegistration;
  breaks: (Omit<QuantityBreak, 'product_id' | 'from_quantity'> & { from_quantity: string })[];
};

// The database would plan these two again each time, which costs more than running them, because it estimates less for
// three products than for any number. `asked` hides how many there are.
const findingProducts = (
  ids: readonly number[],
  groupId: number | null,
  date: CalendarDate,
): Question<ProductRow, readonly ProductRow[]> => ({
  statement: sql<ProductRow>`${preparedStatement}
    with asked as materialized (select ${ids}::bigint[] as ids, ${groupId}::bigint as group_id, ${date}::date as day)
    select p.id as product_id, p.price_pence as list_price, p.price_includes_vat, g.unit_price_pence as group_price,
      (select (rate_percent * 100)::integer from vat_rates where code = p.vat_code and valid_from <= (select day from asked)
        order by valid_from desc limit 1) as rate,
      to_jsonb(v) as registration,
      (select coalesce(jsonb_agg(jsonb_build_object('price_group_id', price_group_id, 'from_quantity', from_quantity::text,
          'unit_price', unit_price_pence) order by from_quantity, b.id), '[]') from quantity_breaks b
        where b.product_id = p.id and (price_group_id is null or price_group_id = (select group_id from asked))) as breaks
    from products p cross join vat_registration v left join price_group_prices g on g.product_id = p.id and g.price_group_id = (select group_id from asked)
    where p.id = any((select ids from asked)::bigint[]) order by p.id`,
  answer: rows => rows,
});

/** The terms of a promotion as stored. */
export type StoredTerms = {
  readonly kind: PromotionRule['terms']['kind'];
  readonly percent_off: number | null;
  readonly price_pence: number | null;
  readonly price_includes_vat: boolean;
  readonly buy_units: number | null;
  readonly get_units: number | null;
};

type PromotionTerms = StoredTerms & {
  id: number;
  name: string;
  starts_on: CalendarDate;
  ends_on: CalendarDate;
  product_ids: number[] | null;
  groups: StoredGroup[] | null;
};

/** A mix and match group with its relevant products. */
export type StoredGroup = { readonly units: number; readonly product_ids: number[] };

/** Promotions of the date for any of the products, including through their categories. */
const findingPromotions = (
  ids: readonly number[],
  date: CalendarDate,
): Question<PromotionTerms, PromotionRule[]> => ({
  statement: sql<PromotionTerms>`${preparedStatement}
    with asked as materialized (select ${ids}::bigint[] as ids, ${date}::date as day), touched as (
      select c.promotion_id, c.product_id from promotion_products c where c.product_id = any((select ids from asked)::bigint[])
      union all select c.promotion_id, p.id from products p join promotion_categories c on c.category_id = p.category_id
        where p.id = any((select ids from asked)::bigint[])
    ), chosen as (
      select promotion_id, jsonb_agg(product_id order by product_id) as product_ids from touched group by promotion_id
    )
    select m.id, m.name, m.kind, (m.percent_off * 100)::integer as percent_off, m.price_pence, m.price_includes_vat,
      m.buy_units, m.get_units, m.starts_on, m.ends_on, chosen.product_ids,
      case when m.kind = 'mix_and_match' then (
        select jsonb_agg(jsonb_build_object('units', g.units, 'product_ids', coalesce((
          select jsonb_agg(p.id order by p.id) from products p where p.id = any((select ids from asked)::bigint[]) and (
            exists (select from promotion_group_products c
              where c.promotion_id = g.promotion_id and c.position = g.position and c.product_id = p.id)
            or exists (select from promotion_group_categories c
              where c.promotion_id = g.promotion_id and c.position = g.position and c.category_id = p.category_id))
          ), '[]')) order by g.position)
        from promotion_groups g where g.promotion_id = m.id) end as groups
    from promotions m left join chosen on chosen.promotion_id = m.id
    where m.status = 'active' and (select day from asked) between m.starts_on and m.ends_on
      and (m.applies_to in ('everything', 'groups') or chosen.product_ids is not null)
    order by m.id`,
  answer: rows =>
    rows.map(row => ({
      id: row.id,
      name: row.name,
      starts_on: row.starts_on,
      ends_on: row.ends_on,
      product_ids: row.product_ids,
      terms: termsOf(row, row.groups ?? []),
    })),
});

// The database enforces the terms of each kind, so the defaults below are never used.
export function termsOf(stored: StoredTerms, groups: readonly StoredGroup[]): PromotionRule['terms'] {
  const { kind, price_includes_vat } = stored;
  const price = toPence(stored.price_pence ?? 0);
  const percent_off = stored.percent_off ?? 0;
  const buy = stored.buy_units ?? 1;
  switch (kind) {
    case 'percentage':
      return { kind, percent_off };
    case 'fixed_price':
      return { kind, price };
    case 'n_for_price':
      return { kind, units: buy, price, price_includes_vat };
    case 'mix_and_match':
      return { kind, groups: [...groups], price, price_includes_vat };
    default:
      return { kind, buy, get: stored.get_units ?? 1, percent_off };
  }
}
