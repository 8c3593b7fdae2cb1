import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { tradeTemplate } from '#domain/get-started/trade-template.contract';
import { trade as everyTrade, type Trade, tradeTemplates } from '#domain/get-started/trade-templates';
import { categories, units } from '#domain/masters/master.contract';
import { productChoices } from '#domain/products/product-choices.contract';
import { newProductSettings } from '#domain/settings/new-products.contract';
import { newInstallation } from '../../../tests/support/new-installation';
import type { TestApp } from '../../../tests/support/test-app';

const opened: TestApp[] = [];
afterEach(() => Promise.all(opened.splice(0).map(app => app.close())));

async function newCompany() {
  const app = await newInstallation();
  opened.push(app);
  const admin = await app.as('admin');
  const tables = ['units', 'categories', 'sub_categories', 'expense_categories'] as const;
  return {
    app,
    admin,
    apply: (trade: Trade) => admin.call(tradeTemplate.apply, { body: { trade } }),
    offered: async (trade: Trade) =>
      (await admin.call(tradeTemplate.list)).reply.data.find(row => row.trade === trade)?.adds,
    counts: async () => {
      const { rows } = await sql<Record<string, number>>`select ${sql.join(
        tables.map(table => sql`(select count(*) from ${sql.table(table)}) as ${sql.ref(table)}`),
      )}`.execute(app.db);
      return rows[0];
    },
  };
}

test.each(everyTrade.options)(
  'F77 the template of %s is listed before it is added, and adds exactly that',
  async trade => {
    const { admin, apply, offered, counts } = await newCompany();
    const before = await offered(trade);
    expect(before?.units).toEqual(tradeTemplates[trade].units);
    const { status, reply } = await apply(trade);
    expect(status).toBe(200);
    expect(reply.added).toEqual(before);
    expect(await counts()).toEqual({
      units: before?.units.length,
      categories: before?.categories.length,
      sub_categories: before?.sub_categories.length,
      expense_categories: before?.expense_categories.length,
    });
    const { new_product, units: choices } = (await admin.call(productChoices)).reply;
    const unit = choices.find(({ id }) => id === new_product.unit_id)?.name;
    const { unit: expected, ...defaults } = before?.new_product ?? { unit: '' };
    expect({ ...new_product, unit }).toMatchObject({ ...defaults, unit: expected, price_includes_vat: true });
    const nothing = {
      units: [],
      categories: [],
      sub_categories: [],
      expense_categories: [],
      new_product: null,
    };
    expect(await offered(trade)).toEqual(nothing);
  },
);

test('a template applied twice, or twice at once, adds everything once', async () => {
  const { apply, counts } = await newCompany();
  const both = await Promise.all([apply('hardware'), apply('hardware')]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(new Set(both.map(({ reply }) => reply.added.units.length))).toEqual(new Set([0, 7]));
  const once = await counts();
  expect(once).toMatchObject({ units: 7, categories: 8 });
  expect((await apply('hardware')).reply.added.categories).toEqual([]);
  expect(await counts()).toEqual(once);
});

test('what exists is kept, in any letter case, and so are defaults that the firm has saved', async () => {
  const { admin, apply, offered, counts } = await newCompany();
  await admin.call(units.create, { body: { name: 'EACH', status: 'inactive' } });
  const { reply: drinks } = await admin.call(categories.create, { body: { name: 'soft DRINKS' } });
  const own = { price_includes_vat: false, stock_policy: 'allow' } as const;
  await admin.call(newProductSettings.save, { body: own });
  const adds = await offered('convenience');
  expect(adds?.units).not.toContain('Each');
  expect(adds?.categories).not.toContain('Soft drinks');
  expect(adds?.new_product).toBeNull();
  expect((await apply('convenience')).status).toBe(200);
  expect((await admin.call(newProductSettings.get)).reply).toMatchObject({ ...own, version: 2 });
  const { sub_categories, units: choices } = (await admin.call(productChoices)).reply;
  expect(choices.filter(({ name }) => name.toLowerCase() === 'each')).toMatchObject([{ status: 'inactive' }]);
  expect(sub_categories.filter(row => row.category_id === drinks.id).map(({ name }) => name)).toEqual([
    'Fizzy drinks',
    'Juice',
    'Water',
  ]);
  const before = await counts();
  await apply('clothing');
  expect((await counts())?.units, 'Pair, Pack of 3 and Pack of 5 are new').toBe((before?.units ?? 0) + 3);
});

test('one record in the way of a template undoes all of it', async () => {
  const { app, admin, apply } = await newCompany();
  await sql`alter table expense_categories add constraint no_rent check (name <> 'Energy')`.execute(app.db);
  const before = await app.digest();
  expect((await apply('blank')).status).not.toBe(200);
  expect(await app.digest()).toBe(before);
  const { status } = await admin.call(tradeTemplate.apply, { body: { trade: 'bakery' } });
  expect(status).toBe(422);
});
