export { productRoutes } from './products.routes';
export { createProduct } from './save-product';
export { findVatRates, vatRatesOn } from './vat-rates.queries';
