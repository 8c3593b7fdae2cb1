import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allPermissions, type Permission } from '#domain/kernel/permissions';
import { administratorRole } from '#domain/kernel/role-name';
import { canChange, canContain, canRemove } from './role.rules';
import { canDeactivate, canDelete, canEditUser, canHoldRoles, canTakeOver } from './user.rules';

const someRights = fc.subarray<Permission>([...allPermissions], { maxLength: 12 });
const isWithin = (inner: readonly Permission[], outer: readonly Permission[]) =>
  inner.every(permission => outer.includes(permission));
const clerkWith = (permissions: readonly Permission[]) => ({
  id: 1,
  name: 'Clerk',
  email: 'clerk@firm.example',
  sessionId: 1,
  roles: [{ id: 1, name: 'Clerk' }],
  permissions,
  mustChangePassword: false,
});
const administrator = { ...clerkWith([]), roles: [{ id: 9, name: administratorRole }] };
const systemRole = { id: 9, name: administratorRole, permissions: [] };
const roleWith = (permissions: Permission[]) => ({
  id: 5,
  name: 'Role',
  description: null,
  is_system: false,
  permissions,
  discount_limit: null,
  user_count: 0,
  version: 1,
});

test('A-ROLE a role can be granted, written and changed only by a user with all of its permissions', () => {
  fc.assert(
    fc.property(someRights, someRights, (held, requested) => {
      const actor = clerkWith(held);
      const noOneYet = { id: 2, roles: [], roleIds: [] };
      const expected = isWithin(requested, held);
      expect(canHoldRoles(actor, noOneYet, [roleWith(requested)]).allowed).toBe(expected);
      expect(canContain(actor, requested).allowed).toBe(expected);
      expect(canChange(actor, roleWith(requested)).allowed).toBe(expected);
      expect(canRemove(actor, roleWith(requested)).allowed).toBe(expected);
      expect(canTakeOver(actor, { id: 2, roles: [], permissions: requested }).allowed).toBe(expected);
      expect(canHoldRoles(administrator, noOneYet, [roleWith(requested)]).allowed).toBe(true);
      expect(canTakeOver(administrator, { id: 2, roles: [], permissions: requested }).allowed).toBe(true);
    }),
  );
});

test('A-ROLE a user with every permission is still not an administrator: they can neither create nor change one', () => {
  const almost = clerkWith(allPermissions);
  const other = { id: 2, roles: [systemRole], permissions: [] };
  expect(canHoldRoles(almost, { id: 2, roles: [], roleIds: [] }, [systemRole])).toMatchObject({
    allowed: false,
    field: 'role_ids',
  });
  const results = [
    canEditUser(almost, other),
    canTakeOver(almost, other),
    canDeactivate(almost, other),
    canDelete(almost, other, false),
  ];
  expect(results.map(result => result.allowed)).toEqual([false, false, false, false]);
  expect(canEditUser(administrator, other).allowed).toBe(true);
  expect(canChange(administrator, { ...roleWith([]), is_system: true }).allowed).toBe(false);
});

test('roles that a user already has may stay, whoever edits the rest', () => {
  fc.assert(
    fc.property(someRights, someRights, (held, requested) => {
      const role = roleWith(requested);
      const holder = { id: 2, roles: [role], roleIds: [role.id] };
      expect(canHoldRoles(clerkWith(held), holder, [role]).allowed).toBe(true);
    }),
  );
});

test('users cannot deactivate or delete themselves, or remove their own administrator role', () => {
  const self = { id: administrator.id, roles: administrator.roles, roleIds: [9], permissions: [] };
  expect(canDeactivate(administrator, self).allowed).toBe(false);
  expect(canDelete(administrator, self, false).allowed).toBe(false);
  expect(canHoldRoles(administrator, self, []).allowed).toBe(false);
  expect(canHoldRoles(administrator, self, [systemRole]).allowed).toBe(true);
});
