export { productImporter } from './import-products';
export { percentText } from './product-reply';
export { productRoutes } from './products.routes';
export { createProduct } from './save-product';
export { vatRatesOn } from './vat-rates.queries';
