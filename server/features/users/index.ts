export { userConstraints } from './constraints';
export {
  closeAccount,
  ensureCanChangeAccount,
  ensureCanEraseAccount,
  reopenAccount,
} from './change-user-status';
export { readAccountData } from './account-data';
export { eraseAccount } from './erase-account';
export { userRoutes } from './users.routes';
export { listRoles } from './roles.queries';
export { createRole } from './save-role';
export { createUser } from './save-user';
