import { roles } from '#domain/users/role.contract';
import { users } from '#domain/users/user.contract';
import type { Caller } from './test-app';

/** Adds roles and users, each with a name and address of its own. */
export function rolesAndUsers(admin: () => Caller) {
  let count = 0;
  return {
    newRole: async (permissions: string[]) =>
      (await admin().call(roles.create, { body: { name: `Team ${++count}`, permissions } })).reply,
    newUser: async (roleIds: number[]) =>
      (
        await admin().call(users.create, {
          body: { name: `User ${++count}`, email: `user${count}@firm.example`, role_ids: roleIds },
        })
      ).reply,
  };
}
