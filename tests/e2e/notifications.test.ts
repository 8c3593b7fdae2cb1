import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openingBalances } from '#domain/accounts/account.contract';
import { addDays, londonDate } from '#domain/kernel/dates';
import { runScanHandler, remindHandler } from '../../server/features/notifications';
import { seriousProblems } from '../support/accessible';
import { chooseFilter } from '../support/list-filters';
import { someSupplier } from '../support/books';
import { useShop } from '../support/browser';
import { screenshot } from '../support/till-keyboard';
import { stockedProduct } from '../support/shop';
import { settled } from '../support/settled';
import { someTills } from '../support/tills';

const shop = useShop();

test('events elsewhere update the bell and the dashboard automatically; notifications are opened, read and switched off', async () => {
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
      .getByRole('region', { name: 'To do' })
      .getByRole('link', { name: `${label}: view documents` })
      .filter({ hasText: value })
      .waitFor();
  await figure('Open tills', '0');
  await bell.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await panel.getByText('No notifications yet.').waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });

  // Another user opens a till and closes it short, without any action on this page.
  const till = await tills.opened();
  await figure('Open tills', '1');
  await tills.closed(till, '80.00', { reason: 'No idea' });
  await rings(1);
  await figure('Open tills', '0');
  await page.getByRole('status').getByText('1 unread notification').waitFor({ state: 'attached' });

  for (const name of ['Green tea', 'White tea'])
    await stockedProduct(shop().db, { name, pieces: '2', reorder_level: 5_000 as never });
  await runScanHandler(shop().db, () => new Date()).run({});
  await rings(3);
  await figure('Low stock', '2');
  await page.keyboard.press('Enter');
  await panel.getByRole('link', { name: 'Unread: Low stock: Green tea is low: 2 left.' }).waitFor();
  await screenshot(page, 'bell');
  expect(await seriousProblems(page)).toEqual([]);
  await panel.getByRole('link', { name: /Till variances: Counter 1 was closed £20.00 short/ }).click();
  await page.waitForURL(`**/sales/tills/${till}`);
  await panel.waitFor({ state: 'detached' });
  await rings(2);
  // Until the page has loaded, its heading takes the focus.
  await settled(page);

  await bell.press('Enter');
  await panel.getByRole('button', { name: 'Mark all as read' }).click();
  await rings(0);
  await panel.getByRole('link', { name: 'All notifications' }).click();
  await page.getByText('Total: 3').waitFor();
  await screenshot(page, 'notifications');
  expect(await seriousProblems(page)).toEqual([]);
  await chooseFilter(page, 'Kind', 'Low stock');
  await page.waitForURL('**/notifications?kind=low_stock');
  await page.getByText('Total: 2').waitFor();

  await bell.click();
  await panel.getByRole('link', { name: 'Notification settings' }).click();
  const choices = page.getByRole('region', { name: 'Notifications' });
  const lowStock = choices.getByRole('checkbox', { name: 'Low stock' });
  await lowStock.uncheck();
  await screenshot(page, 'choices');
  await expect
    .poll(
      async () =>
        (await sql`select value from user_preferences where key = 'notifications'`.execute(shop().db)).rows,
    )
    .toEqual([{ value: { off: ['low_stock'] } }]);
  await stockedProduct(shop().db, { name: 'Black tea', pieces: '2', reorder_level: 5_000 as never });
  await runScanHandler(shop().db, () => new Date()).run({});
  await tills.closed(await tills.opened(), '70.00', { reason: 'No idea' });
  await rings(1);
});

test('a choice shows at once while it is being saved; a refused one is reverted with a message', async () => {
  const page = await shop().openAs(['view_stock', 'view_purchaseorder', 'view_customer'], '/profile');
  const choices = page.getByRole('region', { name: 'Notifications' });
  const box = (name: string) => choices.getByRole('checkbox', { name });
  const kept = async () =>
    (
      await sql<{ off: string }>`
        select value->>'off' as off from user_preferences where key = 'notifications' order by updated_at desc limit 1`.execute(
        shop().db,
      )
    ).rows[0]?.off;
  await box('Low stock').waitFor();
  let answer = () => {};
  let answered: Promise<void>;
  let isRefused = false;
  await page.route('**/api/notifications/choices', async route => {
    if (route.request().method() !== 'PUT') return route.continue();
    await answered;
    return isRefused
      ? route.fulfill({ status: 500, json: { message: 'The server could not do this. Try again.' } })
      : route.continue();
  });
  const held = () => {
    answered = new Promise<void>(resolve => {
      answer = resolve;
    });
  };
  held();
  // No reply has arrived yet.
  await box('Low stock').uncheck();
  await box('Overdue orders').uncheck();
  await box('Overdue orders').check();
  await box('Credit limits').uncheck();
  await expect.poll(() => box('Low stock').isChecked()).toBe(false);
  answer();
  await expect.poll(kept).toBe('["low_stock", "credit_limit"]');
  await expect.poll(() => box('Low stock').isChecked()).toBe(false);
  await expect.poll(() => box('Overdue orders').isChecked()).toBe(true);
  expect(await choices.getByRole('alert').count()).toBe(0);

  held();
  isRefused = true;
  await box('Low stock').check();
  answer();
  await choices.getByRole('alert').getByText('“Low stock” is still off. The server could not').waitFor();
  await expect.poll(() => box('Low stock').isChecked()).toBe(false);
  await expect.poll(() => box('Credit limits').isChecked()).toBe(false);
  await screenshot(page, 'choice-refused');
  expect(await seriousProblems(page)).toEqual([]);
  isRefused = false;
  await box('Credit limits').check();
  await expect.poll(kept).toBe('["low_stock"]');
  await box('Daily email').check();
  await expect
    .poll(
      async () =>
        (await sql`select from user_preferences where value->>'digest' = 'daily'`.execute(shop().db)).rows,
    )
    .toHaveLength(1);
  await page.reload();
  await box('Low stock').waitFor();
  await expect.poll(() => box('Low stock').isChecked()).toBe(false);
  await expect.poll(() => box('Credit limits').isChecked()).toBe(true);
  await expect.poll(() => box('Daily email').isChecked()).toBe(true);
});

test('bills due together notify once in the morning, with a link to their list', async () => {
  const page = await shop().openAs(['view_ledger', 'view_dashboard'], '/dashboard');
  const boss = await shop().as('admin');
  const today = londonDate(new Date());
  for (const [name, inDays] of [
    ['Old Mill', 2],
    ['Far Farm', 5],
    ['Later Ltd', 40],
  ] as const) {
    const body = {
      supplier_id: await someSupplier(shop().db, name),
      supplier_bill_number: name,
      bill_date: today,
      due_on: addDays(today, inDays),
      amount: '12.50',
    };
    expect((await boss.call(openingBalances.addBill, { body })).status).toBe(200);
  }
  await remindHandler(shop().db, () => new Date()).run({});
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await screenshot(page, 'reminders');
  await panel.getByRole('link', { name: /2 supplier bills are due by .*: £25\.00 to pay\./ }).click();
  await page.waitForURL('**/aged-creditors?due_within=7');
  await page.getByRole('link', { name: 'Old Mill' }).waitFor();
  await page.getByRole('link', { name: 'Far Farm' }).waitFor();
  expect(await page.getByRole('link', { name: 'Later Ltd' }).count()).toBe(0);
  await screenshot(page, 'due-within');
  expect(await seriousProblems(page)).toEqual([]);
});
