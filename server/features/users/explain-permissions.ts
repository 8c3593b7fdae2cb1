import { permissionModules, permissionsOf } from '#domain/kernel/permissions';
import { isAdministratorName } from '#domain/kernel/role-name';
import type { Explanation } from '#domain/users/role.contract';
import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import { findRoles } from './roles.queries';

/** All modules and actions with the user's permission for each, and why. */
export async function explainPermissions(db: Reader, actor: Actor): Promise<Explanation[]> {
  const roles = await findRoles(
    db,
    actor.roles.map(role => role.id),
  );
  const admin = roles.find(role => isAdministratorName(role.name));
  return permissionModules.flatMap(entry =>
    permissionsOf(entry).map(({ permission, action }) => {
      const granting = roles.filter(role => role.permissions.includes(permission)).map(role => role.name);
      const reason = admin
        ? `The role “${admin.name}” has every permission`
        : granting.length > 0
          ? `Granted by ${granting.map(name => `“${name}”`).join(' and ')}`
          : 'Not granted by any of your roles';
      return {
        permission,
        module: entry.module,
        action,
        allowed: admin !== undefined || granting.length > 0,
        reason,
      };
    }),
  );
}
