export { getSupplier } from './get-supplier';
export { orderFigures, paymentFigures } from './supplier-figures';
export { supplierRoutes } from './suppliers.routes';
export { createSupplier } from './save-supplier';
