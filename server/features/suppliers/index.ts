export { createSupplier } from './save-supplier';
export { supplierRoutes } from './suppliers.routes';
