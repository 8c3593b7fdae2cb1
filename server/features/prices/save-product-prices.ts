import * as z from 'zod';
import { poundsFromPence } from '#domain/kernel/money';
import { textFromQuantity } from '#domain/kernel/quantity';
import {
  type ProductPrices,
  productPricesCalls,
  type ProductPricesWrite,
} from '#domain/pricing/product-prices.contract';
import { recordEdit } from '../../kernel/audit';
import type { Reader } from '../../platform/database/open-database';
import { violatedConstraint } from '../../platform/database/database-errors';
import type { WriteContext } from '../../platform/http/context';
import { ensureCurrent } from '../../platform/http/ensure-current';
import { ensureFound, invalid } from '../../platform/http/refusal';
import {
  findProductPrices,
  insertSpecialPriceChanges,
  lockProductPrices,
  replaceProductPrices,
  type SpecialPrice,
} from './product-prices.queries';

/** The group prices and quantity breaks of a product. 404 when it does not exist. */
export const getProductPrices = async (db: Reader, productId: number): Promise<ProductPrices> =>
  ensureFound(await findProductPrices(db, productId), 'Product');

/**
 * Replaces the group prices and quantity breaks of a product and records the changes in its price history.
 * 404, 409 when someone else changed the product, 422 when a group does not exist.
 */
export async function saveProductPrices(
  ctx: WriteContext,
  productId: number,
  body: ProductPricesWrite,
): Promise<ProductPrices> {
  const before = ensureFound(await lockProductPrices(ctx.tx, productId), 'Product');
  ensureCurrent(z.encode(productPricesCalls.save.reply, before), body.version, 'Product');
  await refusingDeletedGroups(replaceProductPrices(ctx, productId, body));
  const after = ensureFound(await findProductPrices(ctx.tx, productId), 'Product');
  await insertSpecialPriceChanges(ctx, after, changesOf(before, after));
  recordEdit(ctx, { type: 'product', id: productId, name: after.name }, factsOf(before), factsOf(after));
  return after;
}

/** All prices that were added, changed or removed. */
function changesOf(before: ProductPrices, after: ProductPrices): SpecialPrice[] {
  const [old, now] = [specialPricesOf(before), specialPricesOf(after)];
  const isIn = (list: readonly SpecialPrice[], price: SpecialPrice, withPrice: boolean) =>
    list.some(
      one =>
        one.price_group === price.price_group &&
        one.from_quantity === price.from_quantity &&
        (!withPrice || one.price === price.price),
    );
  return [
    ...old.filter(price => !isIn(now, price, false)).map(price => ({ ...price, price: null })),
    ...now.filter(price => !isIn(old, price, true)),
  ];
}

const specialPricesOf = ({ group_prices, breaks }: ProductPrices): SpecialPrice[] => [
  ...group_prices.map(({ group, unit_price }) => ({
    price_group: group.name,
    from_quantity: null,
    price: unit_price,
  })),
  ...breaks.map(({ group, from_quantity, unit_price }) => ({
    price_group: group?.name ?? null,
    from_quantity: textFromQuantity(from_quantity),
    price: unit_price,
  })),
];

const factsOf = ({ group_prices, breaks }: ProductPrices) => ({
  group_prices: group_prices.map(({ group, unit_price }) => `${group.name} ${poundsFromPence(unit_price)}`),
  quantity_breaks: breaks.map(
    ({ group, from_quantity, unit_price }) =>
      `${group ? `${group.name} ` : ''}from ${textFromQuantity(from_quantity)} ${poundsFromPence(unit_price)}`,
  ),
});

async function refusingDeletedGroups(change: Promise<void>): Promise<void> {
  try {
    await change;
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'price_group_prices_group_exists')
      throw invalid({ group_prices: 'One of these price groups no longer exists. Choose another.' });
    if (constraint === 'quantity_breaks_group_exists')
      throw invalid({ breaks: 'One of these price groups no longer exists. Choose another.' });
    throw error;
  }
}
