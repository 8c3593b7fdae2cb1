import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { roles } from '#domain/users/role.contract';
import { roleTemplates } from '#domain/users/role-templates';
import { rolesAndUsers } from '../../../tests/support/roles-and-users';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';

let shop: TestApp;
let admin: Awaited<ReturnType<TestApp['as']>>;
beforeAll(async () => {
  shop = await startTestApp();
  admin = await shop.as('admin');
});
afterAll(() => shop.close());

const { newRole, newUser } = rolesAndUsers(() => admin);

describe('roles', () => {
  test('are added, edited, copied and deleted; one in use stays', async () => {
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
      await admin.call(roles.duplicate, { params: { id: role.id }, body: { name: `${role.name} copy` } })
    ).reply;
    expect(copy.permissions).toEqual(['view_supplier']);
    expect(
      (await admin.call(roles.create, { body: { name: copy.name.toUpperCase(), permissions: [] } })).refusal
        .errors?.name?.[0],
    ).toContain('A role called');
    await newUser([copy.id]);
    const held = await admin.call(roles.remove, { params: { id: copy.id } });
    expect([held.status, held.refusal.message]).toEqual([
      409,
      `“${copy.name}” has 1 user, so it cannot be deleted. Give them another role first.`,
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

  test('every template can be saved as a role', async () => {
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

  test('the explanation names the role that grants each permission', async () => {
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
      reason: 'Not granted by any of your roles',
    });
    const all = (await admin.call(roles.explain)).reply.data;
    expect(all.every(row => row.allowed && row.reason === 'The role “admin” has every permission')).toBe(
      true,
    );
  });
});
