import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { units } from '#domain/masters/master.contract';
import { ownAccount } from '#domain/session/own-account.contract';
import { session } from '#domain/session/session.contract';
import { roles } from '#domain/users/role.contract';
import { users } from '#domain/users/user.contract';
import { signInWith } from '../../../tests/support/sign-in';
import { rolesAndUsers } from '../../../tests/support/roles-and-users';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { createPasswordLink } from '../session/passwords/password-links';

let shop: TestApp;
let admin: Awaited<ReturnType<TestApp['as']>>;
beforeAll(async () => {
  shop = await startTestApp();
  admin = await shop.as('admin');
});
afterAll(() => shop.close());

const { newRole, newUser } = rolesAndUsers(() => admin);

describe('users', () => {
  test('a user is added with a temporary password, signs in with it, and has to change it', async () => {
    const role = await newRole(['view_master']);
    const { user, temporary_password } = await newUser([role.id]);
    expect(user).toMatchObject({
      status: 'active',
      roles: [{ name: role.name }],
      must_change_password: true,
    });
    expect(temporary_password).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
    expect(await shop.audits()).toMatchObject([
      { action: 'created', record_type: 'user', record_id: user.id },
    ]);

    const login = await signInWith(shop.anonymous, {
      body: { email: user.email, password: temporary_password ?? '' },
    });
    const headers = { authorization: `Bearer ${login.reply.token}` };
    expect((await shop.anonymous.call(units.list, { headers })).status).toBe(403);
    const change = await shop.anonymous.call(ownAccount.changePassword, {
      headers,
      body: { current_password: temporary_password ?? '', password: 'a phrase of my own' },
    });
    expect(change.status).toBe(200);
    expect((await shop.anonymous.call(units.list, { headers })).status).toBe(200);
  });

  test('U7 only a user who never signed in and was not erased is invited', async () => {
    const isInvited = async (change: Record<string, unknown>) => {
      const { user } = await newUser([]);
      const values = { password_hash: null, ...change };
      await shop.db.updateTable('users').set(values).where('id', '=', user.id).execute();
      return (await admin.call(users.get, { params: { id: user.id } })).reply.is_invited;
    };
    expect(await isInvited({})).toBe(true);
    expect(await isInvited({ last_sign_in_at: new Date() }), 'through the provider').toBe(false);
    expect(await isInvited({ status: 'inactive' })).toBe(false);
    expect(await isInvited({ status: 'inactive', erased_at: new Date() })).toBe(false);
  });

  test('a temporary password is in no stored reply', async () => {
    const { status, reply } = await admin.call(users.create, {
      body: { name: 'Sent With A Key', email: 'keyed@firm.example', role_ids: [] },
      headers: { 'idempotency-key': 'a new user of the firm' },
    });
    expect(status).toBe(200);
    expect(reply.temporary_password).not.toBeNull();
    const stored = JSON.stringify(await shop.db.selectFrom('idempotency_keys').select('answer').execute());
    expect(stored).not.toContain(reply.temporary_password);
  });

  test('the list searches, filters by role and status, and shows the last sign-in', async () => {
    const role = await newRole([]);
    const { user } = await newUser([role.id]);
    const list = async (query: Record<string, string>) => (await admin.call(users.list, { query })).reply;
    expect((await list({ role_id: String(role.id) })).data.map(row => row.id)).toEqual([user.id]);
    expect((await list({ search: user.email })).total).toBe(1);
    await admin.call(users.deactivate, { params: { id: user.id } });
    expect((await list({ role_id: String(role.id), status: 'inactive' })).total).toBe(1);
    expect((await list({ role_id: String(role.id), status: 'active' })).total).toBe(0);
    expect((await list({ sort_by: 'last_sign_in_at', sort_order: 'desc' })).data.length).toBeGreaterThan(0);
  });

  test('deactivating ends every session at once; activating allows signing in again', async () => {
    const person = await shop.as('view_master');
    expect((await person.call(units.list)).status).toBe(200);
    await admin.call(users.deactivate, { params: { id: person.userId } });
    expect((await person.call(units.list)).status).toBe(401);
    expect((await admin.call(users.deactivate, { params: { id: person.userId } })).status).toBe(409);
    expect((await admin.call(users.activate, { params: { id: person.userId } })).reply.status).toBe('active');
    expect((await person.call(units.list)).status).toBe(401);
  });

  test('a change of roles applies to the next request', async () => {
    const [before, after] = [await newRole(['view_master']), await newRole(['view_supplier'])];
    const person = await shop.as();
    const edit = (roleId: number) =>
      admin.call(users.update, {
        params: { id: person.userId },
        body: { name: 'P', email: `p${person.userId}@x.example`, role_ids: [roleId] },
      });
    await edit(before.id);
    expect((await person.call(units.list)).status).toBe(200);
    await edit(after.id);
    expect((await person.call(units.list)).status).toBe(403);
    expect(await shop.audits(3)).toContainEqual(
      expect.objectContaining({
        action: 'edited',
        before: expect.objectContaining({ roles: [before.name] }),
        after: expect.objectContaining({ roles: [after.name] }),
      }),
    );
  });

  test('a user with recorded activity is kept; one without can be deleted', async () => {
    const { user } = await newUser([]);
    expect((await admin.call(users.remove, { params: { id: user.id } })).status).toBe(200);
    const busy = await shop.as('create_master');
    await busy.call(units.create, { body: { name: 'Done by busy' } });
    const refused = await admin.call(users.remove, { params: { id: busy.userId } });
    expect([refused.status, refused.refusal.message]).toEqual([
      409,
      'This user cannot be deleted because records refer to them. Deactivate the account instead.',
    ]);
  });
});

describe('users cannot gain permissions they do not have', () => {
  test('a user can neither grant a role with permissions they do not have, nor add those to a role', async () => {
    const clerk = await shop.as('view_user', 'create_user', 'edit_user', 'view_master');
    const [within, beyond] = [await newRole(['view_master']), await newRole(['view_master', 'view_cost'])];
    const adminRole = (await admin.call(roles.list)).reply.data.find(role => role.is_system);
    const give = (roleId: number) =>
      clerk.call(users.create, { body: { name: 'N', email: `n${roleId}@x.example`, role_ids: [roleId] } });
    expect((await give(within.id)).status).toBe(200);
    expect((await give(beyond.id)).refusal.errors?.role_ids?.[0]).toContain(
      'it has permissions that you do not have (view_cost)',
    );
    expect((await give(adminRole?.id ?? 0)).refusal.errors?.role_ids).toEqual([
      'Only an administrator can grant the administrator role.',
    ]);
    expect(
      (
        await clerk.call(users.update, {
          params: { id: clerk.userId },
          body: { name: 'Me', email: 'me@x.example', role_ids: [beyond.id] },
        })
      ).status,
    ).toBe(422);

    expect(
      (await clerk.call(roles.create, { body: { name: 'Mine', permissions: ['view_cost'] } })).refusal.errors
        ?.permissions?.[0],
    ).toContain('view_cost');
    expect(
      (
        await clerk.call(roles.update, {
          params: { id: beyond.id },
          body: { name: beyond.name, permissions: ['view_master'] },
        })
      ).status,
    ).toBe(409);
    expect(
      (await clerk.call(roles.duplicate, { params: { id: beyond.id }, body: { name: 'Copy' } })).status,
    ).toBe(422);
    expect(
      (await clerk.call(roles.duplicate, { params: { id: within.id }, body: { name: 'Copy' } })).status,
    ).toBe(200);
  });

  test('only an administrator can change an administrator', async () => {
    const clerk = await shop.as('view_user', 'edit_user', 'delete_user');
    const target = await shop.as('admin');
    const params = { id: target.userId };
    for (const call of [users.deactivate, users.activate, users.resetPassword, users.signOut]) {
      expect((await clerk.call(call, { params })).refusal.message).toBe(
        'Only an administrator can change an administrator.',
      );
    }
    expect(
      (await clerk.call(users.update, { params, body: { name: 'X', email: 'x1@x.example', role_ids: [] } }))
        .status,
    ).toBe(409);
    expect((await clerk.call(users.get, { params })).reply.can.edit).toEqual({
      allowed: false,
      reason: 'Only an administrator can change an administrator.',
    });
  });

  test('a user cannot take over an account with more permissions', async () => {
    const clerk = await shop.as('view_user', 'edit_user');
    const [above, within] = [await shop.as('view_user', 'view_cost'), await shop.as('view_user')];
    const refusal =
      'This user has permissions that you do not have. Ask an administrator to change the account.';
    const reset = (id: number) => clerk.call(users.resetPassword, { params: { id } });
    expect((await reset(above.userId)).refusal.message).toBe(refusal);
    expect((await reset(within.userId)).status).toBe(200);
    const user = (await clerk.call(users.get, { params: { id: above.userId } })).reply;
    expect(user.can).toMatchObject({
      edit: { allowed: false, reason: refusal },
      take_over: { allowed: false, reason: refusal },
    });
    const edit = (email: string) =>
      clerk.call(users.update, {
        params: { id: above.userId },
        body: { name: 'New Name', email, role_ids: user.roles.map(role => role.id) },
      });
    expect((await edit('mine@clerk.example')).refusal.message).toBe(refusal);
    expect((await edit(user.email)).refusal.message).toBe(refusal);
    expect((await above.call(session.user)).status).toBe(200);
    expect((await reset(clerk.userId)).refusal.message).toBe(
      'Change your own address and password in your profile.',
    );
  });

  test('a link emailed to a wrong address stops working when the address is corrected', async () => {
    const { user } = await newUser([]);
    const token = await shop.db
      .transaction()
      .execute(tx => createPasswordLink(tx, user.id, 'invitation', new Date()));
    const body = { name: user.name, email: `right-${user.email}`, role_ids: [] };
    expect((await admin.call(users.update, { params: { id: user.id }, body })).status).toBe(200);
    const late = await shop.anonymous.call(ownAccount.resetPassword, {
      body: { token, password: 'a phrase of my own' },
    });
    expect(late.status).toBe(422);
  });

  test.each([
    'Admin',
    ' ADMIN ',
    'ａｄｍｉｎ',
    'аdmin',
    'аdmіn',
    'αdmin',
    'a d m i n',
    'adm1n',
    'ádmin',
    'ad\u00admin',
    '𝐚𝐝𝐦𝐢𝐧',
    'adrnin',
    'a.d.m.i.n',
    'ADMІN',
  ])('A-ROLE a role cannot be called %s', async name => {
    const { status } = await admin.call(roles.create, { body: { name, permissions: [] } });
    expect(status).toBe(422);
  });

  test('the last administrator cannot be removed, not even by two who remove each other at once', async () => {
    const lone = await startTestApp();
    try {
      const [one, two] = [await lone.as('admin'), await lone.as('admin')];
      expect((await one.call(users.deactivate, { params: { id: one.userId } })).refusal.message).toBe(
        'You cannot deactivate your own account. Ask another administrator.',
      );
      const demote = (by: typeof one, id: number) =>
        by.call(users.update, {
          params: { id },
          body: { name: 'D', email: `d${id}@x.example`, role_ids: [] },
        });
      const outcomes = await Promise.all([demote(one, two.userId), demote(two, one.userId)]);
      expect(outcomes.filter(outcome => outcome.status === 200)).toHaveLength(1);
      expect(outcomes.find(outcome => outcome.status !== 200)?.refusal.message).toMatch(
        /There must always be an active administrator|You cannot remove the administrator role|You do not have permission/,
      );
      const administrators = await lone.db
        .selectFrom('user_roles')
        .innerJoin('roles', 'roles.id', 'role_id')
        .select('user_id')
        .where('is_system', '=', true)
        .execute();
      expect(administrators).toHaveLength(1);
      const own = await one.call(users.update, {
        params: { id: one.userId },
        body: { name: 'D', email: 'me@x.example', role_ids: [] },
      });
      expect(own.status).toBeGreaterThanOrEqual(400);
      await expect(lone.db.deleteFrom('user_roles').execute()).rejects.toThrow(
        'the last administrator stays',
      );
    } finally {
      await lone.close();
    }
  });
});
