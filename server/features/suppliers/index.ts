export { supplierImporter } from './import-suppliers';
export { createSupplier } from './save-supplier';
export { supplierRoutes } from './suppliers.routes';
