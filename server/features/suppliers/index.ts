export { supplierBulkList } from './bulk-suppliers';
export { supplierPriceImporter } from './import-supplier-prices';
export { supplierImporter } from './import-suppliers';
export { createSupplier, editSupplier } from './save-supplier';
export { saveSupplierTerms } from './supplier-terms';
export { supplierRoutes } from './suppliers.routes';
