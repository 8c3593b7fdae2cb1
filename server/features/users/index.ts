export { userConstraints } from './constraints';
export { closeAccount, ensureCanChangeAccount, reopenAccount } from './change-user-status';
export { userRoutes } from './users.routes';
export { createRole } from './save-role';
export { createUser } from './save-user';
