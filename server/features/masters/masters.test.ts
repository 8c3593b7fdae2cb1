import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brands, categories, expenseCategories, subCategories, units } from '#domain/masters/master.contract';
import { someProduct } from '../../../tests/support/products';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';

let shop: TestApp;
beforeAll(async () => {
  shop = await startTestApp();
});
afterAll(() => shop.close());

const everyMaster = [
  ['categories', categories],
  ['brands', brands],
  ['units', units],
  ['expense categories', expenseCategories],
] as const;

describe.each(everyMaster)('%s', (_, master) => {
  test('D-02 C-07 a record is added, edited and deleted, each with an audit entry', async () => {
    const clerk = await shop.as('view_master', 'create_master', 'edit_master', 'delete_master');

    const { status, reply: added } = await clerk.call(master.create, { body: { name: '  Box   of 6 ' } });
    expect(status).toBe(200);
    expect(added).toMatchObject({ name: 'Box of 6', status: 'active', version: 1 });
    expect(await shop.audits()).toMatchObject([
      { action: 'created', record_id: added.id, after: { name: 'Box of 6' } },
    ]);

    const edited = await clerk.call(master.update, {
      params: { id: added.id },
      body: { name: 'Box of six', status: 'inactive', version: 1 },
    });
    expect(edited.reply).toMatchObject({ id: added.id, name: 'Box of six', status: 'inactive', version: 2 });
    expect(await shop.audits()).toMatchObject([
      {
        action: 'edited',
        before: { name: 'Box of 6', status: 'active' },
        after: { name: 'Box of six', status: 'inactive' },
      },
    ]);

    expect((await clerk.call(master.remove, { params: { id: added.id } })).reply.message).toBe(
      'Deleted successfully!',
    );
    expect(await shop.audits()).toMatchObject([{ action: 'deleted', before: { name: 'Box of six' } }]);
    expect((await clerk.call(master.remove, { params: { id: added.id } })).status).toBe(404);
  });

  test('V-01 V-03 a missing, blank, taken or unprintable name is refused at its field and changes nothing', async () => {
    const clerk = await shop.as('view_master', 'create_master', 'edit_master');
    await clerk.call(master.create, { body: { name: 'Émile' } });
    const before = await shop.digest();
    const refused = async (body: Record<string, unknown>) => {
      const { status, refusal } = await clerk.call(master.create, { body });
      expect(status).toBe(422);
      return refusal;
    };

    expect(await refused({})).toMatchObject({
      message: 'Name is required.',
      errors: { name: ['Name is required.'] },
    });
    expect(await refused({ name: '   ' })).toMatchObject({ errors: { name: ['Name is required.'] } });
    expect((await refused({ name: 'éMILE' })).errors?.name?.[0]).toMatch(
      /^There is already an? .+ called “éMILE”\.$/,
    );
    expect((await refused({ name: 'a\u0000b' })).errors?.name).toEqual([
      'Remove the characters that cannot be printed.',
    ]);
    expect((await refused({ name: 'x', status: 'gone' })).errors?.status).toEqual([
      'Choose Active or Inactive.',
    ]);
    expect((await refused({ name: 'x', colour: 'red' })).errors?.colour).toEqual(['Unknown field.']);
    expect((await refused({ name: 7 })).errors?.name).toEqual(['Name is required.']);
    expect(await shop.digest()).toBe(before);
  });

  test('an edit of an older version is refused with the current values; without a version it is accepted', async () => {
    const clerk = await shop.as('create_master', 'edit_master');
    const { reply: row } = await clerk.call(master.create, { body: { name: 'Draught' } });
    const params = { id: row.id };
    await clerk.call(master.update, { params, body: { name: 'Draught ale', version: 1 } });

    const late = await clerk.call(master.update, { params, body: { name: 'Draft', version: 1 } });
    expect(late.status).toBe(409);
    expect(late.refusal.current).toMatchObject({ name: 'Draught ale', version: 2 });
    expect((await clerk.call(master.update, { params, body: { name: 'Draft' } })).reply).toMatchObject({
      name: 'Draft',
      version: 3,
    });
  });
});

describe('sub-categories', () => {
  test('F91 move to another category while unused; with products the refusal says what to do', async () => {
    const clerk = await shop.as('view_master', 'create_master', 'edit_master');
    const [from, to] = await Promise.all(
      ['Hot', 'Cold'].map(async name => (await clerk.call(categories.create, { body: { name } })).reply.id),
    );
    const { id } = (await clerk.call(subCategories.create, { body: { name: 'Herbal', category_id: from } }))
      .reply;
    const move = (category_id: number | undefined) =>
      clerk.call(subCategories.update, { params: { id }, body: { name: 'Herbal', category_id } });
    expect((await move(to)).reply.category).toMatchObject({ name: 'Cold' });
    await someProduct(shop.db, { category_id: to ?? null, sub_category_id: id });
    const refused = await move(from);
    expect([refused.status, refused.refusal.errors]).toEqual([
      422,
      {
        category_id: [
          'Products are in “Herbal”, so it stays in its category. Add a sub-category to the other one and move them there.',
        ],
      },
    ]);
    expect((await move(to)).status).toBe(200);
  });

  test('D-03 carry their category, and their names are unique within it', async () => {
    const clerk = await shop.as('view_master', 'create_master');
    const [tea, coffee] = await Promise.all(
      ['Tea', 'Coffee'].map(async name => (await clerk.call(categories.create, { body: { name } })).reply.id),
    );
    const { reply } = await clerk.call(subCategories.create, { body: { name: 'Decaf', category_id: tea } });
    expect(reply).toMatchObject({ name: 'Decaf', category_id: tea, category: { id: tea, name: 'Tea' } });
    expect(
      (await clerk.call(subCategories.create, { body: { name: 'Decaf', category_id: coffee } })).status,
    ).toBe(200);

    const twice = await clerk.call(subCategories.create, { body: { name: 'decaf', category_id: tea } });
    expect(twice.refusal.errors).toEqual({
      name: ['There is already a sub-category called “decaf” in this category.'],
    });
    const nowhere = await clerk.call(subCategories.create, { body: { name: 'Loose', category_id: 999_999 } });
    expect(nowhere.refusal.errors).toEqual({
      category_id: ['This category no longer exists. Choose another.'],
    });
    expect((await clerk.call(subCategories.create, { body: { name: 'Loose' } })).refusal.errors).toEqual({
      category_id: ['Choose a category.'],
    });
  });

  test('a category in use cannot be deleted: 409 gives the number of records and suggests deactivation', async () => {
    const clerk = await shop.as('create_master', 'delete_master');
    const { reply: category } = await clerk.call(categories.create, { body: { name: 'Cheese' } });
    for (const name of ['Hard', 'Soft'])
      await clerk.call(subCategories.create, { body: { name, category_id: category.id } });
    const before = await shop.digest();

    const { status, refusal } = await clerk.call(categories.remove, { params: { id: category.id } });

    expect(status).toBe(409);
    expect(refusal.message).toBe(
      '“Cheese” is used by 2 sub-categories, so it cannot be deleted. Set it to inactive instead.',
    );
    expect(await shop.digest()).toBe(before);
  });
});
