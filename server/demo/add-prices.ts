import { sql } from 'kysely';
import { addDays, type CalendarDate } from '#domain/kernel/dates';
import { toPence } from '#domain/kernel/money';
import { wholeUnits } from '#domain/kernel/quantity';
import { lessPercent } from '#domain/pricing/unit-price';
import { createPriceGroup, createPromotion, saveProductPrices } from '../features/prices';
import type { Tx } from '../platform/database/open-database';
import type { Actor } from '../platform/http/actor';
import { asActor } from '../kernel/audit';
import { duringWork } from './calendar';

/** Trade prices, quantity breaks, and one promotion that runs today. */
export async function addPrices(
  tx: Tx,
  actor: Actor,
  from: CalendarDate,
  today: CalendarDate,
): Promise<void> {
  const trade = await asActor(tx, actor, duringWork(from, 300), ctx =>
    createPriceGroup(ctx, { name: 'Trade', percent_off: 1000, status: 'active' }),
  );
  await asActor(tx, actor, duringWork(from, 301), ctx =>
    createPriceGroup(ctx, { name: 'Staff', percent_off: 2000, status: 'active' }),
  );
  const { rows: products } = await sql<{ id: number; price: number }>`
    select id, price_pence as price from products order by id limit 8`.execute(tx);
  for (const [index, { id, price }] of products.entries()) {
    const off = (percent: number) => lessPercent(toPence(price), percent * 100);
    await asActor(tx, actor, duringWork(from, 302 + index), ctx =>
      saveProductPrices(ctx, id, {
        group_prices: index % 2 === 0 ? [{ price_group_id: trade.id, unit_price: off(15) }] : [],
        breaks: [
          { from_quantity: wholeUnits(12), unit_price: off(8) },
          { price_group_id: trade.id, from_quantity: wholeUnits(48), unit_price: off(22) },
        ],
      }),
    );
  }
  const { rows: categories } = await sql<{ id: number }>`
    select id from categories where name = 'Confectionery'`.execute(tx);
  await asActor(tx, actor, duringWork(from, 320), ctx =>
    createPromotion(ctx, {
      name: '3 for 2 on sweets and chocolate',
      kind: 'buy_x_get_y',
      buy_units: 2,
      get_units: 1,
      percent_off: 10_000,
      price_includes_vat: true,
      groups: [],
      applies_to: 'categories',
      product_ids: [],
      category_ids: categories.map(({ id }) => id),
      starts_on: addDays(today, -7),
      ends_on: addDays(today, 21),
      status: 'active',
    }),
  );
}
