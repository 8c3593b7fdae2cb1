import { sql } from 'kysely';
import type { CountChoices } from '#domain/stock/stock-count.contract';
import type { Reader } from '../../platform/database/open-database';

/** Products kept in stock that can be counted; an archived one only while it has stock. */
export const countable = sql<boolean>`(p.is_stocked and (p.status <> 'archived' or s.quantity <> 0))`;

type Row = {
  category_id: number | null;
  sub_category_id: number | null;
  category: string | null;
  sub_category: string | null;
  products: number;
  being_counted: number;
};

/** The scopes that can be counted, with the number of products and how many are already being counted. */
export async function findCountChoices(db: Reader): Promise<CountChoices> {
  const { rows } = await sql<Row>`
    select p.category_id, p.sub_category_id, c.name as category, b.name as sub_category,
      count(*)::int as products, count(l.id)::int as being_counted
    from products p join stock_pools s on s.product_id = p.id
      left join categories c on c.id = p.category_id left join sub_categories b on b.id = p.sub_category_id
      left join stock_count_lines l on l.product_id = p.id and l.is_open
    where ${countable}
    group by p.category_id, p.sub_category_id, c.name, b.name order by c.name, b.name`.execute(db);
  const categories = new Map<number, CountChoices['categories'][number]>();
  for (const row of rows) {
    if (row.category_id === null) continue;
    const existing = categories.get(row.category_id);
    const category = existing ?? {
      id: row.category_id,
      name: row.category ?? '',
      ...nothing,
      sub_categories: [],
    };
    const part =
      row.sub_category_id === null
        ? []
        : [{ ...choiceCount(row), id: row.sub_category_id, name: row.sub_category ?? '' }];
    categories.set(row.category_id, {
      ...category,
      ...sum(category, row),
      sub_categories: [...category.sub_categories, ...part],
    });
  }
  return { ...rows.reduce(sum, nothing), categories: [...categories.values()] };
}

type ChoiceCount = { readonly products: number; readonly being_counted: number };
const nothing: ChoiceCount = { products: 0, being_counted: 0 };
const choiceCount = ({ products, being_counted }: ChoiceCount): ChoiceCount => ({ products, being_counted });
const sum = (one: ChoiceCount, other: ChoiceCount): ChoiceCount => ({
  products: one.products + other.products,
  being_counted: one.being_counted + other.being_counted,
});
