import { type Holder, isAdministrator } from './access';
import { allPermissions, type PermissionsByModule } from './permissions';

const known: ReadonlySet<string> = new Set(allPermissions);

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
