import { allPermissions, type Permission, type PermissionsByModule } from './permissions';
import { isAdministratorName } from './role-name';

const known: ReadonlySet<string> = new Set(allPermissions);

/** The permissions that a route or a screen needs. */
export type Access =
  | 'public'
  | 'signed-in'
  | 'administrator'
  | { readonly allOf: readonly Permission[] }
  | { readonly anyOf: readonly Permission[] }
  | { readonly anyOf: readonly Permission[]; readonly allOf: readonly Permission[] }
  | { readonly anyOf: readonly Permission[]; readonly andAnyOf: readonly Permission[] };

/** Needs all of these permissions. */
export const can = (...allOf: [Permission, ...Permission[]]): Access => ({ allOf });
/** Needs any one of these permissions. */
export const canAny = (...anyOf: [Permission, ...Permission[]]): Access => ({ anyOf });
/** Needs any one of the first, and all of the others, for example to export a list that several permissions show. */
export const canAnyWith = (
  anyOf: readonly [Permission, ...Permission[]],
  ...allOf: [Permission, ...Permission[]]
): Access => ({ anyOf, allOf });
/** Needs any one of the first, and any one of the second, for example to send what the user may see. */
export const canAnyOfBoth = (
  anyOf: readonly [Permission, ...Permission[]],
  andAnyOf: readonly [Permission, ...Permission[]],
): Access => ({ anyOf, andAnyOf });

/** A user's roles and permissions, in the form that both server and browser use. */
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
 * Module permission (P-02): whether `{action}_{module}`, with the action in lower case, is in the module's list. An
 * action without a permission of its own, such as `override` at the point of sale, needs any of the module's
 * permissions filed under it.
 */
export function hasModulePermission(
  holder: Holder & { readonly permissionsByModule: PermissionsByModule },
  module: string,
  action: string,
): boolean {
  if (isAdministrator(holder)) return true;
  const { permissionsByModule } = holder;
  const actions = (Object.hasOwn(permissionsByModule, module) && permissionsByModule[module]) || {};
  const verb = action.toLowerCase();
  const everyday = `${verb}_${module}`;
  if (known.has(everyday)) return Object.values(actions).some(list => list.includes(everyday));
  return Object.hasOwn(actions, verb);
}

/** What a screen needs: a role, any of some permissions (P-03), or all of some permissions. */
export type Guard = {
  readonly role?: string;
  readonly permissions?: readonly Permission[];
  readonly allOf?: readonly Permission[];
};

/** The role or any of the permissions is enough; `allOf` needs all of its own. */
export function passesGuard(holder: Holder, guard: Guard): boolean {
  if (guard.allOf && !hasAllPermissions(holder, guard.allOf)) return false;
  const { role, permissions = [] } = guard;
  if (role === undefined && permissions.length === 0) return true;
  return (role !== undefined && hasRole(holder, role)) || hasAnyPermission(holder, permissions);
}

/** Whether a signed-in user passes a route's `access`. Anonymous callers pass `'public'` only. */
export function isAllowed(access: Access, holder: Holder): boolean {
  if (access === 'public' || access === 'signed-in') return true;
  if (isAdministrator(holder)) return true;
  if (access === 'administrator') return false;
  if ('allOf' in access && !hasAllPermissions(holder, access.allOf)) return false;
  if ('andAnyOf' in access && !hasAnyPermission(holder, access.andAnyOf)) return false;
  return !('anyOf' in access) || hasAnyPermission(holder, access.anyOf);
}

/** The permissions that an access names, for documents and tests. */
export function permissionsOfAccess(access: Access): readonly Permission[] {
  if (typeof access === 'string') return [];
  return [
    ...('anyOf' in access ? access.anyOf : []),
    ...('andAnyOf' in access ? access.andAnyOf : []),
    ...('allOf' in access ? access.allOf : []),
  ];
}
