import { allPermissions, type Permission, permissionModules, permissionsOf } from '../kernel/permissions';

/** Whoever changed to the till by a PIN of a few digits sells, and does not delete customers with their history. */
const notAtTheTill: ReadonlySet<Permission> = new Set(['delete_customer']);

const modules: ReadonlySet<string> = new Set(['pos', 'sale', 'customer']);

/** The rights that a PIN opens at a till; every other asks for the password. */
export const sellingRights: ReadonlySet<Permission> = new Set(
  permissionModules
    .filter(({ module }) => modules.has(module))
    .flatMap(entry => permissionsOf(entry).map(({ permission }) => permission))
    .filter(permission => !notAtTheTill.has(permission)),
);

/** What of somebody's rights holds in a cashier's session; an administrator's are all of them. */
export const limitedToSelling = (
  permissions: readonly Permission[],
  isAdministrator: boolean,
): Permission[] => (isAdministrator ? allPermissions : permissions).filter(right => sellingRights.has(right));
