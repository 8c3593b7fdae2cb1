import { beforeAll, expect, test } from 'vitest';
import type { Permission } from '#domain/kernel/permissions';
import { type Shop, useShop } from '../support/browser';
import { demoDay } from '../support/demo-template';
import { addMissingRecords, addressesOf } from '../support/page-addresses';
import { pageRows, problemsAt } from '../support/page-permissions';
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
const sets = new Map<string, string[]>();
for (const { path, rights } of pageRows) {
  for (const set of setsFor(rights)) {
    const key = set.toSorted().join(' + ');
    sets.set(key, [...(sets.get(key) ?? []), path]);
  }
}

test.each([...sets])(
  'F55 a user with only "%s" sees no failure on the pages it opens',
  async (key, paths) => {
    const rights = key === '' ? [] : (key.split(' + ') as Permission[]);
    const person = key === administrator ? await shop.as('admin') : await shop.as(...rights);
    const page = await shop.pageOf(person.token);
    const failed: string[] = [];
    for (const path of paths)
      for (const address of await addressesOf(shop.db, path, person, rights)) {
        const problems = await problemsAt(page, address);
        failed.push(...problems.map(problem => `${address}: ${problem}`));
        if (problems.length === 0) continue;
        // A notification stays for a while, and would be found on the next page too.
        await page.goto('/profile');
        await settled(page);
      }
    expect(failed).toEqual([]);
  },
);
