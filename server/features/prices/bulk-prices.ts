import { londonDate } from '#domain/kernel/dates';
import { priceGroupBulk, promotionBulk } from '#domain/pricing/price-bulk.contract';
import { statusBulkList } from '../../kernel/bulk-changes';
import { findPriceGroupsForChange } from './price-groups.queries';
import { findPromotionsForChange } from './promotions.queries';

/** How many price groups are changed at once. */
export const priceGroupBulkList = statusBulkList({
  name: 'price_groups',
  calls: priceGroupBulk,
  table: 'price_groups',
  recordType: 'price_group',
  find: findPriceGroupsForChange,
});

/** How many promotions are changed at once. */
export const promotionBulkList = statusBulkList({
  name: 'promotions',
  calls: promotionBulk,
  table: 'promotions',
  recordType: 'promotion',
  find: (db, filter, { now }) => findPromotionsForChange(db, filter, londonDate(now)),
});
