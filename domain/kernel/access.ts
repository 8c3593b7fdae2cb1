import { allPermissions, type Permission, type PermissionsByModule } from './permissions';
import { isAdministratorName } from './role-name';

const known: ReadonlySet<string> = new Set(allPermissions);

/** What a route or a screen asks of its caller. */
export type Access =
  | 'public'
  | 'signed-in'
  | 'administrator'
  | { readonly allOf: readonly Permission[] }
  | { readonly anyOf: readonly Permission[] }
  | { readonly anyOf: readonly Permission[]; readonly allOf: readonly Permission[] }
  | { readonly anyOf: readonly Permission[]; readonly andAnyOf: readonly Permission[] };

/** Asks for every one of the permissions named. */
export const can = (...allOf: [Permission, ...Permission[]]): Access => ({ allOf });
/** Asks for any one of the permissions named. */
export const canAny = (...anyOf: [Permission, ...Permission[]]): Access => ({ anyOf });
/** Asks for any one of the first, and for every one of the others: such as a list that several may see, as a file. */
export const canAnyWith = (
  anyOf: readonly [Permission, ...Permission[]],
  ...allOf: [Permission, ...Permission[]]
): Access => ({ anyOf, allOf });
/** Asks for any one of the first, and for any one of the second: such as sending what one may see. */
export const canAnyOfBoth = (
  anyOf: readonly [Permission, ...Permission[]],
  andAnyOf: readonly [Permission, ...Permission[]],
): Access => ({ anyOf, andAnyOf });

/** The rights a person holds; both the server's session and the browser's carry this shape. */
export type Holder = {
  readonly roles: readonly { readonly name: string }[];
  readonly permissions: readonly string[];
};

/** Rule P-01: the role called "admin", in any letter case, passes every check. */
export const isAdministrator = (holder: Holder): boolean =>
  holder.roles.some(role => isAdministratorName(role.name));

export const hasPermission = (holder: Holder, permission: string): boolean =>
  isAdministrator(holder) || holder.permissions.includes(permission);

export const hasAnyPermission = (holder: Holder, permissions: readonly string[]): boolean =>
  permissions.some(permission => hasPermission(holder, permission)) || isAdministrator(holder);

export const hasAllPermissions = (holder: Holder, permissions: readonly string[]): boolean =>
  permissions.every(permission => hasPermission(holder, permission));

export const hasRole = (holder: Holder, name: string): boolean =>
  isAdministrator(holder) || holder.roles.some(role => role.name.toLowerCase() === name.toLowerCase());

/**
 * Module permission: is `{action}_{module}`, action in lower case, within the module's list? (P-02) An action that is no
 * permission of its own, such as `override` at the point of sale, asks for any right of the module that is filed under it.
 */
export function hasModulePermission(
  holder: Holder & { readonly permissionsByModule: PermissionsByModule },
  module: string,
  action: string,
): boolean {
  if (isAdministrator(holder)) return true;
  const { permissionsByModule } = holder;
  const actions = (Object.hasOwn(permissionsByModule, module) && permissionsByModule[module]) || {};
  const wanted = action.toLowerCase();
  const everyday = `${wanted}_${module}`;
  if (known.has(everyday)) return Object.values(actions).some(list => list.includes(everyday));
  return Object.hasOwn(actions, wanted);
}

/** What a screen asks of the person: a role and/or a list of permissions (P-03), or all of a list. */
export type Guard = {
  readonly role?: string;
  readonly permissions?: readonly Permission[];
  readonly allOf?: readonly Permission[];
};

/** The role or any one of the permissions suffices; `allOf` asks for every one of its own. */
export function passesGuard(holder: Holder, guard: Guard): boolean {
  if (guard.allOf && !hasAllPermissions(holder, guard.allOf)) return false;
  const { role, permissions = [] } = guard;
  if (role === undefined && permissions.length === 0) return true;
  return (role !== undefined && hasRole(holder, role)) || hasAnyPermission(holder, permissions);
}

/** Decides a route's `access` for somebody who is signed in. Anonymous callers pass `'public'` only. */
export function isAllowed(access: Access, holder: Holder): boolean {
  if (access === 'public' || access === 'signed-in') return true;
  if (isAdministrator(holder)) return true;
  if (access === 'administrator') return false;
  if ('allOf' in access && !hasAllPermissions(holder, access.allOf)) return false;
  if ('andAnyOf' in access && !hasAnyPermission(holder, access.andAnyOf)) return false;
  return !('anyOf' in access) || hasAnyPermission(holder, access.anyOf);
}

/** The permissions an access names, for documents and tests. */
export function permissionsOfAccess(access: Access): readonly Permission[] {
  if (typeof access === 'string') return [];
  return [
    ...('anyOf' in access ? access.anyOf : []),
    ...('andAnyOf' in access ? access.andAnyOf : []),
    ...('allOf' in access ? access.allOf : []),
  ];
}
