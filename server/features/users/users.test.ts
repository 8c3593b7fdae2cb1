import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { units } from '#domain/masters/master.contract';
import { session } from '#domain/session/session.contract';
import { roles } from '#domain/users/role.contract';
import { roleTemplates } from '#domain/users/role-templates';
import { users } from '#domain/users/user.contract';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';

let shop: TestApp;
let admin: Awaited<ReturnType<TestApp['as']>>;
beforeAll(async () => {
  shop = await startTestApp();
  admin = await shop.as('admin');
});
afterAll(() => shop.close());

let count = 0;
const newRole = async (permissions: string[]) =>
  (await admin.call(roles.create, { body: { name: `Team ${++count}`, permissions } })).reply;
const newUser = async (roleIds: number[]) =>
  (
    await admin.call(users.create, {
      body: { name: `User ${++count}`, email: `user${count}@firm.example`, role_ids: roleIds },
    })
  ).reply;

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

    const login = await shop.anonymous.call(session.login, {
      body: { email: user.email, password: temporary_password ?? '' },
    });
    const headers = { authorization: `Bearer ${login.reply.token}` };
    expect((await shop.anonymous.call(units.list, { headers })).status).toBe(403);
    const change = await shop.anonymous.call(session.changePassword, {
      headers,
      body: { current_password: temporary_password ?? '', password: 'a phrase of my own' },
    });
    expect(change.status).toBe(200);
    expect((await shop.anonymous.call(units.list, { headers })).status).toBe(200);
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

  test('deactivating ends every session at once; activating lets in again', async () => {
    const person = await shop.as('view_master');
    expect((await person.call(units.list)).status).toBe(200);
    await admin.call(users.deactivate, { params: { id: person.userId } });
    expect((await person.call(units.list)).status).toBe(401);
    expect((await admin.call(users.deactivate, { params: { id: person.userId } })).status).toBe(409);
    expect((await admin.call(users.activate, { params: { id: person.userId } })).reply.status).toBe('active');
    expect((await person.call(units.list)).status).toBe(401);
  });

  test('a change of roles applies to the very next request', async () => {
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

  test('one who has done something is kept; one who has not may be deleted', async () => {
    const { user } = await newUser([]);
    expect((await admin.call(users.remove, { params: { id: user.id } })).status).toBe(200);
    const busy = await shop.as('create_master');
    await busy.call(units.create, { body: { name: 'Done by busy' } });
    const kept = await admin.call(users.remove, { params: { id: busy.userId } });
    expect([kept.status, kept.refusal.message]).toEqual([
      409,
      'This user has already done something, and the records name him. Deactivate him instead.',
    ]);
  });
});

describe('nobody rises above himself', () => {
  test('nobody grants a role with rights he does not hold, or puts them into a role', async () => {
    const clerk = await shop.as('view_user', 'create_user', 'edit_user', 'view_master');
    const [within, beyond] = [await newRole(['view_master']), await newRole(['view_master', 'view_cost'])];
    const adminRole = (await admin.call(roles.list)).reply.data.find(role => role.is_system);
    const give = (roleId: number) =>
      clerk.call(users.create, { body: { name: 'N', email: `n${++count}@x.example`, role_ids: [roleId] } });
    expect((await give(within.id)).status).toBe(200);
    expect((await give(beyond.id)).refusal.errors?.role_ids?.[0]).toContain(
      'it holds rights that you do not have (view_cost)',
    );
    expect((await give(adminRole?.id ?? 0)).refusal.errors?.role_ids).toEqual([
      'Only an administrator may make an administrator.',
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
      (await clerk.call(roles.clone, { params: { id: beyond.id }, body: { name: 'Copy' } })).status,
    ).toBe(422);
    expect(
      (await clerk.call(roles.clone, { params: { id: within.id }, body: { name: 'Copy' } })).status,
    ).toBe(200);
  });

  test('only an administrator touches an administrator', async () => {
    const clerk = await shop.as('view_user', 'edit_user', 'delete_user');
    const target = await shop.as('admin');
    const params = { id: target.userId };
    for (const call of [users.deactivate, users.activate, users.resetPassword, users.signOut]) {
      expect((await clerk.call(call, { params })).refusal.message).toBe(
        'Only an administrator may change an administrator.',
      );
    }
    expect(
      (await clerk.call(users.update, { params, body: { name: 'X', email: 'x1@x.example', role_ids: [] } }))
        .status,
    ).toBe(409);
    expect((await clerk.call(users.get, { params })).reply.can.edit).toEqual({
      allowed: false,
      reason: 'Only an administrator may change an administrator.',
    });
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
    'Administrator'.slice(0, 5),
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
      expect(outcomes.map(outcome => outcome.status).sort()).not.toEqual([200, 200]);
      const left = await lone.db
        .selectFrom('user_roles')
        .innerJoin('roles', 'roles.id', 'role_id')
        .select('user_id')
        .where('is_system', '=', true)
        .execute();
      expect(left.length).toBeGreaterThanOrEqual(1);
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

describe('roles', () => {
  test('are added, edited, copied and deleted; one that is held stays', async () => {
    const role = await newRole(['view_master', 'edit_master']);
    expect(role).toMatchObject({
      permissions: ['edit_master', 'view_master'],
      user_count: 0,
      is_system: false,
    });
    const edited = await admin.call(roles.update, {
      params: { id: role.id },
      body: { name: role.name, permissions: ['view_supplier'], version: role.version },
    });
    expect(edited.reply.permissions).toEqual(['view_supplier']);
    expect(
      (
        await admin.call(roles.update, {
          params: { id: role.id },
          body: { name: 'Late', permissions: [], version: role.version },
        })
      ).status,
    ).toBe(409);
    const copy = (
      await admin.call(roles.clone, { params: { id: role.id }, body: { name: `${role.name} copy` } })
    ).reply;
    expect(copy.permissions).toEqual(['view_supplier']);
    expect(
      (await admin.call(roles.create, { body: { name: copy.name.toUpperCase(), permissions: [] } })).refusal
        .errors?.name?.[0],
    ).toContain('There is already a role called');
    await newUser([copy.id]);
    const held = await admin.call(roles.remove, { params: { id: copy.id } });
    expect([held.status, held.refusal.message]).toEqual([
      409,
      `“${copy.name}” is held by 1 user, so it cannot be deleted. Give them another role first.`,
    ]);
    expect((await admin.call(roles.remove, { params: { id: role.id } })).status).toBe(200);
  });

  test('the administrator role stays as it is', async () => {
    const system = (await admin.call(roles.list)).reply.data[0];
    expect(system).toMatchObject({ name: 'admin', is_system: true });
    const params = { id: system?.id ?? 0 };
    expect((await admin.call(roles.update, { params, body: { name: 'Boss', permissions: [] } })).status).toBe(
      409,
    );
    expect((await admin.call(roles.remove, { params })).status).toBe(409);
    await expect(
      shop.db.updateTable('roles').set({ name: 'Boss' }).where('is_system', '=', true).execute(),
    ).rejects.toThrow('cannot be changed');
  });

  test('every template is a role that can be made', async () => {
    for (const { name, description, permissions } of roleTemplates) {
      expect(
        (await admin.call(roles.create, { body: { name, description, permissions: [...permissions] } }))
          .status,
        name,
      ).toBe(200);
    }
    const auditor = roleTemplates.find(template => template.name === 'Auditor');
    expect(auditor?.permissions.filter(permission => !permission.startsWith('view_'))).toEqual([
      'export_data',
    ]);
  });

  test('the explanation says which role grants what', async () => {
    const person = await shop.as('view_supplier');
    const { data } = (await person.call(roles.explain)).reply;
    expect(data.find(row => row.permission === 'view_supplier')).toMatchObject({
      module: 'supplier',
      action: 'view',
      allowed: true,
      reason: expect.stringMatching(/^Granted by “Role \d+”$/),
    });
    expect(data.find(row => row.permission === 'delete_supplier')).toMatchObject({
      allowed: false,
      reason: 'None of your roles grants it',
    });
    const all = (await admin.call(roles.explain)).reply.data;
    expect(all.every(row => row.allowed && row.reason === 'The role “admin” passes every check')).toBe(true);
  });
});
