import { beforeAll, expect, test } from 'vitest';
import { allPermissions, type Permission } from '#domain/kernel/permissions';
import { type Shop, useShop } from '../support/browser';
import { demoDay } from '../support/demo-template';
import { addMissingRecords } from '../support/page-addresses';
import { addressOfPage, goTo, type PageRow, pageRows, wrongButtons } from '../support/page-permissions';
import { smallest } from '../support/permission-table';

const open = useShop({ data: 'demo', clock: () => demoDay });
let shop: Shop;
beforeAll(async () => {
  shop = open();
  await addMissingRecords(shop.db, await shop.as('admin'));
});

const rows = pageRows.filter(
  ({ buttons }) => buttons.length > 0 && !buttons.every(({ name }) => name === 'Export'),
);
const smallestOf = ({ rights }: PageRow): string[][] =>
  typeof rights === 'string' ? [[]] : smallest(rights);
const keyOf = (rights: readonly string[]) => [...new Set(rights)].toSorted().join(' + ');

/**
 * The visits of each page: with its own permission and those of one button, and with all. With its own permission only,
 * page-permissions.test.ts looks at the buttons.
 */
const visits = new Map<string, PageRow[]>();
for (const row of rows) {
  const [base = []] = smallestOf(row);
  const own = new Set(smallestOf(row).map(keyOf));
  const beside = row.buttons.flatMap(({ rights }) => (typeof rights === 'string' ? [] : smallest(rights)));
  const keys = beside.map(more => keyOf([...base, ...more])).filter(key => !own.has(key));
  for (const key of new Set([...keys, 'every right'])) visits.set(key, [...(visits.get(key) ?? []), row]);
}

test.each([...visits])('F87 with "%s" a page shows exactly the buttons in the table', async (key, pages) => {
  const held = key === 'every right' ? [...allPermissions] : (key.split(' + ') as Permission[]);
  const page = await shop.pageOf((await shop.as(...held)).token);
  const problems: string[] = [];
  for (const row of pages) {
    await goTo(page, await addressOfPage(shop.db, row.path));
    problems.push(...(await wrongButtons(page, row, held)));
  }
  expect(problems).toEqual([]);
});
