import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { lookAroundHandler } from '../../server/features/notifications';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { shoot } from '../support/counter';
import { stockedProduct } from '../support/shop';
import { someTills } from '../support/tills';

const shop = useShop();

test('what happens elsewhere rings the bell and moves the dashboard by itself; it is opened, read and turned off', async () => {
  const tills = await someTills(shop());
  const page = await shop().openAs(
    ['view_dashboard', 'approve_variance', 'close_till', 'view_stock'],
    '/dashboard',
  );
  const bell = page.getByRole('button', { name: /^Notifications/ });
  const rings = (count: number) =>
    page
      .getByRole('button', {
        name: count === 0 ? 'Notifications' : `Notifications, ${count} unread`,
        exact: true,
      })
      .waitFor();
  const figure = (label: string, value: string) =>
    page
      .getByRole('link', { name: `${label}: show them` })
      .filter({ hasText: value })
      .waitFor();
  await figure('Open tills', '0');
  await bell.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await panel.getByText('Nothing new.').waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });

  // A till is opened, and closed short, by somebody else: nobody touches this page.
  const till = await tills.opened();
  await figure('Open tills', '1');
  await tills.closed(till, '80.00', { reason: 'No idea' });
  await rings(1);
  await figure('Open tills', '0');
  await page.getByRole('status').getByText('1 unread notification').waitFor({ state: 'attached' });

  for (const name of ['Green tea', 'White tea'])
    await stockedProduct(shop().db, { name, pieces: '2', reorder_level: 5_000 as never });
  await lookAroundHandler(shop().db, () => new Date()).run({});
  await rings(3);
  await figure('Low stock', '2');
  await page.keyboard.press('Enter');
  await panel.getByRole('link', { name: 'Unread: Low stock: Green tea is low: 2 left.' }).waitFor();
  await shoot(page, 'bell');
  expect(await seriousProblems(page)).toEqual([]);
  await panel.getByRole('link', { name: /Till differences: Counter 1 was closed £20.00 short/ }).click();
  await page.waitForURL(`**/sales/tills/${till}`);
  await panel.waitFor({ state: 'detached' });
  await rings(2);

  await bell.press('Enter');
  await panel.getByRole('button', { name: 'Mark all as read' }).click();
  await rings(0);
  await panel.getByRole('link', { name: 'All notifications' }).click();
  await page.getByText('Total: 3').waitFor();
  await shoot(page, 'notifications');
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Low stock');
  await page.waitForURL('**/notifications?kind=low_stock');
  await page.getByText('Total: 2').waitFor();

  await bell.click();
  await panel.getByRole('link', { name: 'Notification settings' }).click();
  const choices = page.getByRole('region', { name: 'Notifications' });
  const lowStock = choices.getByRole('checkbox', { name: 'Low stock' });
  // It shows what is kept, once it is.
  await lowStock.click();
  await expect.poll(() => lowStock.isChecked()).toBe(false);
  await shoot(page, 'choices');
  await expect
    .poll(
      async () =>
        (await sql`select value from user_preferences where key = 'notifications'`.execute(shop().db)).rows,
    )
    .toEqual([{ value: { off: ['low_stock'] } }]);
  await stockedProduct(shop().db, { name: 'Black tea', pieces: '2', reorder_level: 5_000 as never });
  await lookAroundHandler(shop().db, () => new Date()).run({});
  await tills.closed(await tills.opened(), '70.00', { reason: 'No idea' });
  await rings(1);
});
