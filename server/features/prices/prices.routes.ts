import { londonDate } from '#domain/kernel/dates';
import { type PriceGroup, priceGroups } from '#domain/pricing/price-group.contract';
import { productPricesCalls } from '#domain/pricing/product-prices.contract';
import {
  appliesToNames,
  type PromotionRow,
  promotions,
  promotionStateNames,
} from '#domain/pricing/promotion.contract';
import { promotionKindNames } from '#domain/pricing/price-rules';
import { prices } from '#domain/pricing/prices.contract';
import { read, type Route, write } from '../../platform/http/route';
import { ensureFound } from '../../platform/http/refusal';
import type { Column } from '../../platform/spreadsheets/column';
import { exportReply } from '../../platform/spreadsheets/export-reply';
import { listPriceGroups, streamPriceGroups } from './price-groups.queries';
import { findPromotion, listPromotions, streamPromotions } from './promotions.queries';
import { explainPrices, readRules } from './explain-prices';
import { createPriceGroup, editPriceGroup, removePriceGroup } from './save-price-group';
import { getProductPrices, saveProductPrices } from './save-product-prices';
import { createPromotion, editPromotion, removePromotion } from './save-promotion';

const groupColumns: readonly Column<PriceGroup>[] = [
  { header: 'Name', kind: 'text', width: 30, value: row => row.name },
  { header: '% off', kind: 'percent', value: row => row.percent_off },
  { header: 'Products with their own price', kind: 'integer', value: row => row.products },
  { header: 'Status', kind: 'text', value: row => row.status },
];

const promotionColumns: readonly Column<PromotionRow>[] = [
  { header: 'Name', kind: 'text', width: 30, value: row => row.name },
  { header: 'Kind', kind: 'text', width: 20, value: row => promotionKindNames[row.kind] },
  {
    header: '% off',
    kind: 'percent',
    value: row => row.percent_off,
  },
  { header: 'Price', kind: 'money', value: row => row.price },
  { header: 'Buy', kind: 'integer', value: row => row.buy_units },
  { header: 'Get', kind: 'integer', value: row => row.get_units },
  { header: 'For', kind: 'text', width: 20, value: row => appliesToNames[row.applies_to] },
  { header: 'From', kind: 'date', value: row => row.starts_on },
  { header: 'Until', kind: 'date', value: row => row.ends_on },
  { header: 'Status', kind: 'text', value: row => promotionStateNames[row.state] },
];

export const priceRoutes: Route[] = [
  read(priceGroups.list, ({ db, query }) => listPriceGroups(db, query)),
  read(priceGroups.export, async ({ db, query }) =>
    exportReply('price-groups', query.format, groupColumns, streamPriceGroups(db, query)),
  ),
  write(priceGroups.create, ({ ctx, body }) => createPriceGroup(ctx, body)),
  write(priceGroups.update, ({ ctx, params, body }) => editPriceGroup(ctx, params.id, body)),
  write(priceGroups.remove, ({ ctx, params }) => removePriceGroup(ctx, params.id)),
  read(promotions.list, ({ db, query, now }) => listPromotions(db, query, londonDate(now))),
  read(promotions.export, async ({ db, query, now }) =>
    exportReply('promotions', query.format, promotionColumns, streamPromotions(db, query, londonDate(now))),
  ),
  read(promotions.get, async ({ db, params, now }) =>
    ensureFound(await findPromotion(db, params.id, londonDate(now)), 'Promotion'),
  ),
  write(promotions.create, ({ ctx, body }) => createPromotion(ctx, body)),
  write(promotions.update, ({ ctx, params, body }) => editPromotion(ctx, params.id, body)),
  write(promotions.remove, ({ ctx, params }) => removePromotion(ctx, params.id)),
  read(productPricesCalls.get, ({ db, params }) => getProductPrices(db, params.id)),
  write(productPricesCalls.save, ({ ctx, params, body }) => saveProductPrices(ctx, params.id, body)),
  write(prices.rules, ({ ctx, body }) => readRules(ctx, body.product_ids, body)),
  write(prices.explain, ({ ctx, body }) => explainPrices(ctx, body)),
];
