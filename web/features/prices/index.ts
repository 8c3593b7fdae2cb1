export { ProductPricesCard } from './product-prices-card';
