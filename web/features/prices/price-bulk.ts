import { priceGroupBulk, promotionBulk } from '#domain/pricing/price-bulk.contract';
import { priceGroups } from '#domain/pricing/price-group.contract';
import { promotions } from '#domain/pricing/promotion.contract';
import { type BulkTerms, statusField } from '../bulk-changes';

/** What can be changed on many price groups at once. */
export const priceGroupBulkTerms: BulkTerms = {
  calls: priceGroupBulk,
  list: priceGroups.list,
  exported: { call: priceGroups.export, fileName: 'price-groups' },
  one: 'price group',
  many: 'price groups',
  fields: [statusField],
};

/** What can be changed on many promotions at once. */
export const promotionBulkTerms: BulkTerms = {
  calls: promotionBulk,
  list: promotions.list,
  exported: { call: promotions.export, fileName: 'promotions' },
  one: 'promotion',
  many: 'promotions',
  fields: [statusField],
};
