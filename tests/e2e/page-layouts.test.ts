import { beforeAll, expect, test } from 'vitest';
import { type Shop, useShop } from '../support/browser';
import { demoDay } from '../support/demo-template';
import { addMissingRecords, addressesOf } from '../support/page-addresses';
import { layoutProblems } from '../support/page-layout';
import { goTo, pagesByArea } from '../support/page-permissions';

const open = useShop({ jobs: true, data: 'demo', clock: () => demoDay });
let shop: Shop;
beforeAll(async () => {
  shop = open();
  await addMissingRecords(shop.db, await shop.as('admin'));
});

// An administrator sees every column, button and field, which need the most room.
test.each([...pagesByArea])(
  'F78 the pages of /%s fit each width and are legible in both themes (R-08)',
  async (_area, paths) => {
    const admin = await shop.as('admin');
    const page = await shop.pageOf(admin.token);
    const problems: string[] = [];
    for (const path of paths)
      for (const address of await addressesOf(shop.db, path, admin)) {
        await goTo(page, address);
        problems.push(...(await layoutProblems(page)).map(problem => `${address}: ${problem}`));
      }
    expect(problems).toEqual([]);
  },
);
