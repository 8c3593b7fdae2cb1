export { priceConstraints } from './constraints';
export { loadPriceRules, type StoredGroup, type StoredTerms, termsOf } from './load-price-rules';
export { priceRoutes } from './prices.routes';
export { createPriceGroup } from './save-price-group';
export { createPromotion } from './save-promotion';
export { saveProductPrices } from './save-product-prices';
