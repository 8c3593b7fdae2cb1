import { beforeAll, expect, test } from 'vitest';
import { units } from '#domain/masters/master.contract';
import { useShop } from '../support/browser';
import { openTill } from '../support/shop';
import { settled } from '../support/settled';

const shop = useShop();
let till: number;
beforeAll(async () => {
  const admin = await shop().as('admin');
  expect((await admin.call(units.create, { body: { name: 'Gross' } })).status).toBe(200);
  till = await openTill(shop().db);
});

test.each([
  ['/audit', 1024],
  ['/profile', 1024],
  ['/sales/tills', 1280],
  ['the till', 1024],
  ['the till', 1280],
])('no moment of %s is cut or on two lines at %i pixels', async (path, width) => {
  const page = await shop().openAs(['admin'], path === 'the till' ? `/sales/tills/${till}` : path, { width });
  const moments = page.locator('td time', { hasText: /\d\d:\d\d:\d\d/ });
  await moments.first().waitFor();
  await settled(page);
  const cut = await moments.evaluateAll(
    all =>
      all.filter(time => {
        const cell = time.closest('td') ?? time;
        const style = getComputedStyle(cell);
        const room = cell.getBoundingClientRect().right - Number.parseFloat(style.paddingRight);
        return time.getClientRects().length > 1 || time.getBoundingClientRect().right > room + 0.5;
      }).length,
  );
  expect(cut).toBe(0);
});
