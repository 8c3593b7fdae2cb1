/** One file for the browser: who opens one of these pages soon opens the other. */
export { PriceGroupListPage } from './price-group-list-page';
export { PromotionListPage } from './promotion-list-page';
