import { allPermissions, type Permission, permissionModules, permissionsOf } from '../kernel/permissions';

/** A cashier who signed in by PIN can sell but not, for example, delete customers. */
const notAtTheTill: ReadonlySet<Permission> = new Set(['delete_customer']);

const modules: ReadonlySet<string> = new Set(['pos', 'sale', 'customer']);

/** The permissions a PIN gives at a till. All others need the password. */
export const sellingRights: ReadonlySet<Permission> = new Set(
  permissionModules
    .filter(({ module }) => modules.has(module))
    .flatMap(entry => permissionsOf(entry).map(({ permission }) => permission))
    .filter(permission => !notAtTheTill.has(permission)),
);

/** The user's permissions in a cashier session; for an administrator all of these. */
export const limitedToSelling = (
  permissions: readonly Permission[],
  isAdministrator: boolean,
): Permission[] => (isAdministrator ? allPermissions : permissions).filter(right => sellingRights.has(right));
