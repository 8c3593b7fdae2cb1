export { supplierBulkList } from './bulk-suppliers';
export { supplierImporter } from './import-suppliers';
export { createSupplier, editSupplier } from './save-supplier';
export { supplierRoutes } from './suppliers.routes';
