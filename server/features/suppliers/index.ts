export { supplierBulkList } from './bulk-suppliers';
export { supplierImporter } from './import-suppliers';
export { createSupplier, editSupplier } from './save-supplier';
export { saveSupplierTerms } from './supplier-terms';
export { supplierRoutes } from './suppliers.routes';
