export { productBulkList } from './bulk-products';
export { productImporter } from './import-products';
export { insertPrices, insertProducts } from './import-products.queries';
export { discountedUnitPrice, lastPrice } from './last-price';
export { measuredLeadDays } from './measured-lead-days';
export { percentText } from './product-reply';
export { productRoutes } from './products.routes';
export { createProduct } from './save-product';
export { findVatRates, vatRatesOn } from './vat-rates.queries';
