import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { allPermissions, type Permission } from '#domain/kernel/permissions';
import { pos } from '#domain/pos/pos.contract';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { type Shop, useShop } from '../support/browser';
import { demoDay } from '../support/demo-template';
import { addressOfPage, goTo, isNamed, offeredAt, type PageRow, pageRows } from '../support/page-permissions';
import { type RequiredPermissions, smallest } from '../support/permission-table';

const open = useShop({ data: 'demo', clock: () => demoDay });
let shop: Shop;
beforeAll(async () => {
  shop = open();
  const { rows } = await sql<{ id: number }>`
    select product_id as id from stock_pools where quantity > 5 limit 1`.execute(shop.db);
  const admin = await shop.as('admin');
  await admin.call(stockAdjustments.create, {
    body: { reason: 'damaged', note: null, lines: [{ product_id: rows[0]?.id ?? 0, quantity: '-1' }] },
  });
  const { status } = await admin.call(pos.checkIn, {
    body: { device_id: randomUUID(), register_id: null, unsent: [] },
  });
  expect(status).toBe(200);
});

const isEnough = (rights: RequiredPermissions, held: readonly string[]) =>
  rights !== 'administrator' &&
  (typeof rights === 'string' || smallest(rights).some(set => set.every(right => held.includes(right))));

const rows = pageRows.filter(
  ({ buttons }) => buttons.length > 0 && !buttons.every(({ name }) => name === 'Export'),
);
const baseOf = ({ rights }: PageRow): string[] =>
  typeof rights === 'string' ? [] : (smallest(rights)[0] ?? []);

/** The visits of each page: with its own permission only, with those of each button as well, and with all. */
const visits = new Map<string, PageRow[]>();
for (const row of rows) {
  const base = baseOf(row);
  const beside = row.buttons.flatMap(({ rights }) => (typeof rights === 'string' ? [] : smallest(rights)));
  const keys = [[], ...beside].map(more => [...new Set([...base, ...more])].toSorted().join(' + '));
  for (const key of new Set([...keys, 'every right'])) visits.set(key, [...(visits.get(key) ?? []), row]);
}

test.each([...visits])('F87 with "%s" a page shows exactly the buttons in the table', async (key, pages) => {
  const held = key === 'every right' ? [...allPermissions] : (key.split(' + ') as Permission[]);
  const page = await shop.pageOf((await shop.as(...held)).token);
  const problems: string[] = [];
  for (const { path, buttons } of pages) {
    await goTo(page, await addressOfPage(shop.db, path));
    const offered = await offeredAt(page);
    for (const { name, rights } of buttons) {
      const isPresent = offered.some(one => isNamed(name, one));
      if (isPresent !== isEnough(rights, held))
        problems.push(`${path}: ${name} ${isPresent ? 'is' : 'is not'} offered`);
    }
  }
  expect(problems).toEqual([]);
});
