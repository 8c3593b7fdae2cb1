import * as z from 'zod';
import { londonDate } from '#domain/kernel/dates';
import { poundsFromPence } from '#domain/kernel/money';
import {
  hasPercent,
  isPricedDeal,
  type PromotionDetail,
  promotions,
  type PromotionWrite,
} from '#domain/pricing/promotion.contract';
import { recordAudit, recordEdit } from '../../kernel/audit';
import { violatedConstraint } from '../../platform/database/database-errors';
import type { WriteContext } from '../../platform/http/context';
import { ensureCurrent } from '../../platform/http/ensure-current';
import { ensureFound, invalid } from '../../platform/http/refusal';
import { percentText } from '../products';
import {
  deletePromotion,
  findPromotion,
  insertPromotion,
  lockPromotion,
  replaceChosen,
  type Terms,
  updatePromotion,
} from './promotions.queries';

const noun = 'Promotion';
const recordType = 'promotion';

/** Adds a promotion. 422 when a product or category does not exist. */
export async function createPromotion(ctx: WriteContext, body: PromotionWrite): Promise<PromotionDetail> {
  const terms = termsOf(body);
  const id = await insertPromotion(ctx.tx, body, terms, ctx.now);
  await refusingDeleted(replaceChosen(ctx.tx, id, body, terms));
  const created = ensureFound(await findPromotion(ctx.tx, id, londonDate(ctx.now)), noun);
  recordAudit(ctx, {
    action: 'created',
    recordType,
    recordId: id,
    recordName: created.name,
    after: factsOf(created),
  });
  return created;
}

/** Edits a promotion. 404 when it does not exist, 409 when someone else changed it, 422 as for adding. */
export async function editPromotion(
  ctx: WriteContext,
  id: number,
  body: PromotionWrite & { version?: number | undefined },
): Promise<PromotionDetail> {
  const today = londonDate(ctx.now);
  const before = ensureFound(await lockPromotion(ctx.tx, id, today), noun);
  ensureCurrent(z.encode(promotions.update.reply, before), body.version, noun);
  const terms = termsOf(body);
  await updatePromotion(ctx.tx, id, body, terms, ctx.now);
  await refusingDeleted(replaceChosen(ctx.tx, id, body, terms));
  const after = ensureFound(await findPromotion(ctx.tx, id, today), noun);
  recordEdit(ctx, { type: recordType, id, name: after.name }, factsOf(before), factsOf(after));
  return after;
}

/** Deletes a promotion. Sales keep their prices. 404 when it does not exist. */
export async function removePromotion(ctx: WriteContext, id: number): Promise<{ message: string }> {
  const promotion = ensureFound(await lockPromotion(ctx.tx, id, londonDate(ctx.now)), noun);
  await deletePromotion(ctx.tx, id);
  recordAudit(ctx, {
    action: 'deleted',
    recordType,
    recordId: id,
    recordName: promotion.name,
    before: factsOf(promotion),
  });
  return { message: 'Deleted successfully!' };
}

/** The terms of its kind. Fields of other kinds are dropped. */
function termsOf(values: PromotionWrite): Terms {
  const { kind } = values;
  const percent = hasPercent(kind);
  const isSet = kind === 'buy_x_get_y';
  return {
    percent_off: percent ? (values.percent_off ?? null) : null,
    price_pence: percent ? null : (values.price ?? null),
    price_includes_vat: isPricedDeal(kind) ? values.price_includes_vat : true,
    buy_units: isSet || kind === 'n_for_price' ? (values.buy_units ?? null) : null,
    get_units: isSet ? (values.get_units ?? null) : null,
    applies_to: kind === 'mix_and_match' ? 'groups' : values.applies_to,
  };
}

const factsOf = (promotion: PromotionDetail) => ({
  name: promotion.name,
  kind: promotion.kind,
  percent_off: promotion.percent_off === null ? null : percentText(promotion.percent_off),
  price: promotion.price === null ? null : poundsFromPence(promotion.price),
  buy_units: promotion.buy_units,
  get_units: promotion.get_units,
  applies_to: promotion.applies_to,
  products: promotion.products.map(({ sku }) => sku),
  categories: promotion.categories.map(({ name }) => name),
  ...(isPricedDeal(promotion.kind) ? { price_includes_vat: promotion.price_includes_vat } : {}),
  ...(promotion.groups.length > 0 ? { groups: promotion.groups.map(groupWords) } : {}),
  starts_on: promotion.starts_on,
  ends_on: promotion.ends_on,
  status: promotion.status,
});

const groupWords = ({ units, products, categories }: PromotionDetail['groups'][number]): string =>
  `${units} of ${[...products.map(({ sku }) => sku), ...categories.map(({ name }) => name)].join(', ')}`;

async function refusingDeleted(change: Promise<void>): Promise<void> {
  try {
    await change;
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'promotion_products_product_exists')
      throw invalid({ product_ids: 'One of these products no longer exists. Choose again.' });
    if (constraint === 'promotion_categories_category_exists')
      throw invalid({ category_ids: 'One of these categories no longer exists. Choose again.' });
    if (constraint === 'promotion_group_products_product_exists')
      throw invalid({ groups: 'One of these products no longer exists. Choose again.' });
    if (constraint === 'promotion_group_categories_category_exists')
      throw invalid({ groups: 'One of these categories no longer exists. Choose again.' });
    throw error;
  }
}
