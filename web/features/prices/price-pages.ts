/** One chunk, because users of one of these pages often open the other. */
export { PriceGroupListPage } from './price-group-list-page';
export { PromotionListPage } from './promotion-list-page';
