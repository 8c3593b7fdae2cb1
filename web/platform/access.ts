import {
  type Access,
  hasAllPermissions,
  hasAnyPermission,
  hasPermission,
  hasRole,
  isAllowed,
} from '#domain/kernel/access';
import type { Permission } from '#domain/kernel/permissions';
import { useUser } from './session';

/** The permissions of the signed-in user (P-01, P-02). The server checks them again. */
export function useAccess() {
  const user = useUser();
  return {
    can: (permission: Permission) => hasPermission(user, permission),
    canAny: (...permissions: Permission[]) => hasAnyPermission(user, permissions),
    canAll: (...permissions: Permission[]) => hasAllPermissions(user, permissions),
    hasRole: (name: string) => hasRole(user, name),
    /** Whether the user can make a call of a contract. */
    canCall: (call: { readonly access: Access }) => isAllowed(call.access, user),
  };
}
