import type { Permission } from './permissions';
import { administratorRole, isAdministratorName } from './role-name';

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
  /** The largest discount that their roles allow, in hundredths of a per cent; null where none names one. */
  readonly discount_limit?: number | null;
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

/** What a screen needs: a role, any of some permissions (P-03), or all of some permissions. */
export type Guard = {
  readonly role?: string;
  readonly permissions?: readonly Permission[];
  readonly allOf?: readonly Permission[];
};

/** One line of a check: any of these permissions, or this role, is enough for it. */
export type AccessLine = {
  readonly anyOf: readonly Permission[];
  readonly role: string | null;
  readonly isMet: boolean;
};
/** The outcome of a check with the lines that decided it. All of them must be met. */
export type AccessDecision = { readonly allowed: boolean; readonly lines: readonly AccessLine[] };

/**
 * Whether a holder passes a route's `access`, line by line: `isAllowed` with its reasons. Anonymous callers pass
 * `'public'` only.
 */
export const decideAccess = (access: Access, holder: Holder): AccessDecision =>
  decideBy(holder, linesOfAccess(access));

/** Whether a holder passes a page's guard, line by line. The role or any of the permissions is enough. */
export function decideGuard(guard: Guard, holder: Holder): AccessDecision {
  const { role = null, permissions = [], allOf = [] } = guard;
  const either = role === null && permissions.length === 0 ? [] : [{ anyOf: permissions, role }];
  return decideBy(holder, [...allOf.map(one), ...either]);
}

type Requirement = Pick<AccessLine, 'anyOf' | 'role'>;
const one = (permission: Permission): Requirement => ({ anyOf: [permission], role: null });

function linesOfAccess(access: Access): Requirement[] {
  if (access === 'public' || access === 'signed-in') return [];
  if (access === 'administrator') return [{ anyOf: [], role: administratorRole }];
  return [
    ...('anyOf' in access ? [{ anyOf: access.anyOf, role: null }] : []),
    ...('andAnyOf' in access ? [{ anyOf: access.andAnyOf, role: null }] : []),
    ...('allOf' in access ? access.allOf.map(one) : []),
  ];
}

function decideBy(holder: Holder, requirements: readonly Requirement[]): AccessDecision {
  const lines = requirements.map(({ anyOf, role }) => ({
    anyOf,
    role,
    isMet: (role !== null && hasRole(holder, role)) || hasAnyPermission(holder, anyOf),
  }));
  return { allowed: lines.every(line => line.isMet), lines };
}

export const passesGuard = (holder: Holder, guard: Guard): boolean => decideGuard(guard, holder).allowed;
export const isAllowed = (access: Access, holder: Holder): boolean => decideAccess(access, holder).allowed;

/** The permissions that an access names, for documents and tests. */
export function permissionsOfAccess(access: Access): readonly Permission[] {
  if (typeof access === 'string') return [];
  return [
    ...('anyOf' in access ? access.anyOf : []),
    ...('andAnyOf' in access ? access.andAnyOf : []),
    ...('allOf' in access ? access.allOf : []),
  ];
}
