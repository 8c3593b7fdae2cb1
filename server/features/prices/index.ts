export { priceGroupBulkList, promotionBulkList } from './bulk-prices';
export { priceConstraints } from './constraints';
export {
  findActiveGroup,
  findingPrices,
  loadPriceRules,
  rulesOf,
  type StoredGroup,
  type StoredTerms,
  termsOf,
} from './load-price-rules';
export { priceRoutes } from './prices.routes';
export { createPriceGroup } from './save-price-group';
export { createPromotion } from './save-promotion';
export { saveProductPrices } from './save-product-prices';
