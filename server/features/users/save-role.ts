import { percentage } from '#domain/kernel/percent';
import type { Role, RoleWrite } from '#domain/users/role.contract';
import { recordAudit, recordEdit } from '../../kernel/audit';
import { violatedConstraint } from '../../platform/database/database-errors';
import type { WriteContext } from '../../platform/http/context';
import { ensureCurrent } from '../../platform/http/ensure-current';
import { ensure, ensureFound, invalid } from '../../platform/http/refusal';
import { isNameAllowed, canChange, canContain, canLend, canRemove } from './role.rules';
import { deleteRole, findRole, insertRole, lockRole, setPermissionsOf, updateRole } from './roles.queries';

/**
 * Adds a role. 422 if the name is taken or too similar to the administrator role, or if a permission is not
 * the user's own.
 */
export async function createRole(ctx: WriteContext, input: RoleWrite): Promise<Role> {
  ensure(isNameAllowed(input.name));
  ensure(canContain(ctx.actor, input.permissions));
  ensure(canLend(ctx.actor, input.discount_limit));
  const id = await refusingDuplicateName(input.name, insertRole(ctx.tx, valuesOf(input), ctx.now));
  await setPermissionsOf(ctx.tx, id, input.permissions);
  const role = ensureFound(await findRole(ctx.tx, id), 'Role');
  recordAudit(ctx, {
    action: 'created',
    recordType: 'role',
    recordId: id,
    recordName: role.name,
    after: auditFacts(role),
  });
  return role;
}

const valuesOf = ({ name, description = null, discount_limit }: RoleWrite) => ({
  name,
  description,
  discount_limit: discount_limit == null ? null : percentage.encode(discount_limit),
});

/** Copies a role under a new name. */
export async function duplicateRole(ctx: WriteContext, id: number, name: string): Promise<Role> {
  const original = ensureFound(await findRole(ctx.tx, id), 'Role');
  const { description, permissions, discount_limit } = original;
  return createRole(ctx, { name, description, permissions, discount_limit });
}

/** Edits a role, with immediate effect for its users. 409 for the administrator role or a stale edit. */
export async function editRole(
  ctx: WriteContext,
  id: number,
  edit: RoleWrite & { readonly version?: number | undefined },
): Promise<Role> {
  const before = ensureCurrent(await lockRole(ctx.tx, id), edit.version, 'Role');
  ensure(canChange(ctx.actor, before));
  ensure(isNameAllowed(edit.name));
  ensure(canContain(ctx.actor, edit.permissions));
  ensure(canLend(ctx.actor, edit.discount_limit));
  await refusingDuplicateName(edit.name, updateRole(ctx.tx, id, valuesOf(edit), ctx.now));
  await setPermissionsOf(ctx.tx, id, edit.permissions);
  const after = ensureFound(await findRole(ctx.tx, id), 'Role');
  recordEdit(ctx, { type: 'role', id, name: after.name }, auditFacts(before), auditFacts(after));
  return after;
}

/** Deletes a role without users; 409 with their number otherwise. */
export async function removeRole(ctx: WriteContext, id: number): Promise<{ message: string }> {
  const role = ensureFound(await lockRole(ctx.tx, id), 'Role');
  ensure(canRemove(ctx.actor, role));
  await deleteRole(ctx.tx, id);
  recordAudit(ctx, {
    action: 'deleted',
    recordType: 'role',
    recordId: id,
    recordName: role.name,
    before: auditFacts(role),
  });
  return { message: 'Deleted successfully!' };
}

const auditFacts = (role: Role) => ({ ...valuesOf(role), permissions: role.permissions });

async function refusingDuplicateName<T>(name: string, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (violatedConstraint(error) === 'roles_name_is_taken')
      throw invalid({ name: `A role called “${name}” already exists.` });
    throw error;
  }
}
