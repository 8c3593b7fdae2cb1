import { beforeAll, expect, test } from 'vitest';
import type { Permission } from '#domain/kernel/permissions';
import { type Shop, useShop } from '../support/browser';
import { demoDay } from '../support/demo-template';
import { addMissingRecords, addressesOf } from '../support/page-addresses';
import { type PageRow, pageRows, problemsAt, wrongButtons } from '../support/page-permissions';
import { type RequiredPermissions, smallest } from '../support/permission-table';
import { settled } from '../support/settled';

const open = useShop({ jobs: true, data: 'demo', clock: () => demoDay });
let shop: Shop;
beforeAll(async () => {
  shop = open();
  await addMissingRecords(shop.db, await shop.as('admin'));
});

const setsFor = (rights: RequiredPermissions): readonly (readonly string[])[] => {
  if (rights === 'public') return [];
  if (rights === 'signed-in') return [[]];
  return rights === 'administrator' ? [[administrator]] : smallest(rights);
};
const administrator = 'admin';

/** Every minimal set of permissions for a page, with the pages it opens. */
const sets = new Map<string, PageRow[]>();
for (const row of pageRows) {
  for (const set of setsFor(row.rights)) {
    const key = set.toSorted().join(' + ');
    sets.set(key, [...(sets.get(key) ?? []), row]);
  }
}

test.each([...sets])(
  'F55 F87 a user with only "%s" sees no failure on the pages it opens, and no button that needs more',
  async (key, rows) => {
    const rights = key === '' ? [] : (key.split(' + ') as Permission[]);
    const person = key === administrator ? await shop.as('admin') : await shop.as(...rights);
    const page = await shop.pageOf(person.token);
    const failed: string[] = [];
    for (const row of rows)
      for (const address of await addressesOf(shop.db, row.path, person, rights)) {
        const problems = await problemsAt(page, address);
        const held = key === administrator ? 'administrator' : rights;
        failed.push(...(await wrongButtons(page, row, held)));
        failed.push(...problems.map(problem => `${address}: ${problem}`));
        if (problems.length === 0) continue;
        // A notification stays for a while, and would be found on the next page too.
        await page.goto('/profile');
        await settled(page);
      }
    expect(failed).toEqual([]);
  },
);
