export { masterBulkLists } from './bulk-masters';
export { masterConstraints } from './constraints';
export { findMasterIds, findSubCategoryIds, masterImporters } from './import-masters';
export { type MasterKind, masterKinds } from './master-kinds';
export { masterRoutes } from './masters.routes';
export { createMaster } from './save-master';
