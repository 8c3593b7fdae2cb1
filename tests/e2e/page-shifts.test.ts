import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { answersOneByOne } from '../support/answers-one-by-one';
import { type Shop, useShop } from '../support/browser';
import { demoDay } from '../support/demo-template';
import { fontDrawn } from '../support/font-drawn';
import { addMissingRecords, addressesOf } from '../support/page-addresses';
import { pagesByArea } from '../support/page-permissions';
import { shiftsOf, watchShifts } from '../support/shifts';

const open = useShop({ jobs: true, data: 'demo', clock: () => demoDay });
let shop: Shop;
beforeAll(async () => {
  shop = open();
  await addMissingRecords(shop.db, await shop.as('admin'));
});

/** What moves on a page that is loaded anew, so that nothing is in its cache. */
async function shiftsAt(page: Page, address: string, letArrive: () => Promise<void>): Promise<string[]> {
  await page.goto(address);
  await page.locator('#page').waitFor();
  await fontDrawn(page);
  // The clock of the demo business is not that of the browser, which the sales desk says.
  await page.addStyleTag({ content: '.till-state { display: none }' });
  await watchShifts(page, '#page');
  await letArrive();
  return (await shiftsOf(page)).map(shift => `${address}: ${shift}`);
}

// The window is high enough for whole pages. Its width decides which parts are below each other: at 1440 pixels all of them
// that are at 1280 or 1024 too, and on a phone every part, with rows as cards. Neither theme moves anything.
describe.each([1440, 390])('at %i pixels', width => {
  test.each([...pagesByArea])(
    'F81 nothing moves on the pages of /%s while their parts arrive, one after the other',
    async (_area, paths) => {
      const admin = await shop.as('admin');
      const page = await shop.pageOf(admin.token);
      await page.setViewportSize({ width, height: 3000 });
      const letArrive = await answersOneByOne(page);
      const problems: string[] = [];
      for (const path of paths)
        for (const address of await addressesOf(shop.db, path, admin))
          problems.push(...(await shiftsAt(page, address, letArrive)));
      expect(problems).toEqual([]);
    },
  );
});
