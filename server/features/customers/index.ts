export { customerBulkList } from './bulk-customers';
export { customerConstraints } from './constraints';
export { addNamedCustomers } from './add-named-customers';
export { customerRoutes } from './customers.routes';
export { eraseCustomersAgain, listErasedCustomers } from './erase-customer';
export { customerImporter } from './import-customers';
export { mergeCustomers } from './merge-customers';
export { resolveCustomer } from './resolve-customer';
export { createCustomer } from './save-customer';
