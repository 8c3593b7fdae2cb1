import {
  type Access,
  hasAllPermissions,
  hasAnyPermission,
  hasModulePermission,
  hasPermission,
  hasRole,
  mayPass,
} from '#domain/kernel/access';
import type { Permission } from '#domain/kernel/permissions';
import { useUser } from './session';

/** What the signed-in person may do (P-01, P-02). Buttons ask here; the server asks again. */
export function useAccess() {
  const user = useUser();
  return {
    can: (permission: Permission) => hasPermission(user, permission),
    canAny: (...permissions: Permission[]) => hasAnyPermission(user, permissions),
    canAll: (...permissions: Permission[]) => hasAllPermissions(user, permissions),
    canModule: (module: string, action: string) => hasModulePermission(user, module, action),
    hasRole: (name: string) => hasRole(user, name),
    /** Whether a call of a contract would be let through. */
    mayCall: (call: { readonly access: Access }) => mayPass(call.access, user),
  };
}
