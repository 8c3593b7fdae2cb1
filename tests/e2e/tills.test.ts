import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { pins } from '#domain/tills/cashier.contract';
import { lateSessionFor } from '../../server/kernel/tills';
import { waitForFadeIn, seriousProblems } from '../support/accessible';
import { asBookkeeper, fillSafe } from '../support/books';
import { useShop } from '../support/browser';
import { fitsWindow } from '../support/fits-window';
import { holdAnswers } from '../support/hold-answers';
import { someTills } from '../support/tills';
import { noticed } from '../support/notices';

const shop = useShop();
let on: Awaited<ReturnType<typeof someTills>>;
beforeAll(async () => {
  on = await someTills(shop());
  await fillSafe(shop().db);
});

const shot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
};
/** The open dialog, once it has the focus, which it takes only after it is shown. */
const dialogOf = async (page: Page) => {
  const dialog = page.getByRole('dialog');
  await waitForFadeIn(dialog);
  await expect
    .poll(() =>
      dialog.evaluate(node => {
        const first = node.querySelector('[data-autofocus]');
        const { activeElement } = document;
        return first ? first === activeElement : node.contains(activeElement);
      }),
    )
    .toBe(true);
  return dialog;
};

test('T2 T3 a till is opened, cash paid in, counted blind by keyboard, and closed with a variance', async () => {
  const page = await shop().openAs(['view_pos', 'create_sale', 'open_till', 'close_till'], '/sales/tills');
  await page.getByText('No till sessions yet').waitFor();
  await page.keyboard.press('n');
  await dialogOf(page);
  await page.getByLabel('Register').waitFor();
  await page.getByText('Notes and coins').click();
  await page.getByLabel('£20', { exact: true }).fill('4');
  await page.getByLabel('£1', { exact: true }).fill('20');
  await page.getByText('£100.00').waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await shot(page, 'open-1440');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { name: 'Till 1', level: 1 }).waitFor();
  const id = Number(/\/(\d+)$/.exec(page.url())?.[1]);

  // Users who will count do not see the cash from sales.
  on.till = id;
  await on.shop.sold([{ product_id: on.tea, quantity: '5' }], 1200);
  await on.shop.sold([{ product_id: on.book, quantity: '1' }], 500, {
    tenders: [{ method: 'credit_card', tendered: '5.00' }],
  });
  await page.getByRole('button', { name: 'Cash', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Pay in' }).click();
  await dialogOf(page);
  await page.keyboard.type('15');
  await page.getByLabel('Reason').fill('Coins from the safe');
  await shot(page, 'paid-in-1440');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Cash paid in.').waitFor();
  await page.getByRole('cell', { name: 'Coins from the safe' }).waitFor();
  await expect.poll(() => page.getByText('Shown after the count').count()).toBe(2);
  await page.getByRole('button', { name: 'X report', exact: true }).click();
  const x = await dialogOf(page);
  await x.getByText('This is a blind count').waitFor();
  // The card's sale of £5.00 is counted blind too, and the cash of £12.00.
  for (const taken of ['£5.00', '£12.00']) expect(await x.getByText(taken).count()).toBe(0);
  expect(await seriousProblems(page)).toEqual([]);
  await shot(page, 'x-1440');
  await page.keyboard.press('Escape');
  await page.getByRole('cell', { name: 'X report' }).waitFor();
  await shot(page, 'session-1440');

  await page.getByRole('button', { name: 'Count the till' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('This is a blind count').waitFor();
  await page.getByLabel('£50', { exact: true }).focus();
  for (const typed of ['1', '2', '1', '', '', '20']) {
    if (typed) await page.keyboard.type(typed);
    await page.keyboard.press('Tab');
  }
  await page.getByText('£120.00').waitFor();
  expect(await page.getByText('£127.00').count()).toBe(0);
  await page.getByRole('textbox', { name: 'Card', exact: true }).fill('4');
  expect(await seriousProblems(page)).toEqual([]);
  await shot(page, 'count-1440');
  await page.keyboard.press('Control+Enter');
  await page.getByText('£7.00 short').waitFor();
  await page.getByRole('row', { name: 'Card £5.00 £4.00 £1.00 short' }).waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await shot(page, 'close-1440');
  await page.getByRole('button', { name: 'Close the till' }).click();
  await page.getByText('above the limit of £5.00. Enter a reason for the variance.').first().waitFor();
  await page.getByLabel('Reason for variance').fill('A note was blown away');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Till closed. Its Z report is Z-T1-00001.').waitFor();
  await page.getByText('Variance to approve').waitFor();
  const z = page.getByRole('region', { name: 'Z report' });
  await z.getByText('£127.00').waitFor();
  await z.getByRole('row', { name: 'Card £5.00 £4.00 £1.00 short' }).waitFor();
  expect(await page.getByRole('button', { name: 'Approve variance' }).count()).toBe(0);
  expect(await seriousProblems(page)).toEqual([]);
  await shot(page, 'closed-1440');
});

test('a variance above the limit is approved by someone else, and the Z report prints as frozen', async () => {
  const id = await on.opened('50.00');
  const { z_number } = (await on.closed(id, '40.00', { reason: 'Not known' })).reply;
  const page = await shop().openAs(['view_pos', 'create_sale', 'close_till'], `/sales/tills/${id}`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Z report as PDF' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`${z_number}.pdf`);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
  const boss = await shop().openAs(
    ['view_pos', 'create_sale', 'approve_variance'],
    '/sales/tills?approval=waiting',
    {
      colours: 'dark',
    },
  );
  await shot(boss, 'list-dark-1440');
  await boss
    .getByRole('row', { name: z_number ?? '' })
    .getByRole('link')
    .click();
  await boss.getByRole('button', { name: 'Approve variance' }).click();
  await dialogOf(boss);
  await boss.getByText('£10.00 short, closed by').waitFor();
  await boss.keyboard.type('Spoke with them');
  await boss.keyboard.press('Enter');
  await boss.getByText('Variance approved.').waitFor();
  await boss.getByText('Variance approved').first().waitFor();
  await shot(boss, 'approved-dark-1440');

  // Sales received after the Z report show where tills are opened and closed, not only in their list.
  await asBookkeeper(shop().db, ctx => lateSessionFor(ctx, id));
  await page.goto('/sales/pos');
  await page.getByLabel('Register for this device').selectOption({ label: 'Counter 1' });
  await page.getByText('Late sales arrived after Counter 1 was closed.').waitFor();
  await shot(page, 'late-1440');
  await page.getByRole('link', { name: /with their own Z report/ }).click();
  await page.getByRole('heading', { name: 'Counter 1', level: 1 }).waitFor();
});

test('F38 a till change is only announced once the page shows it, so that keys pressed next belong to the new state', async () => {
  const id = await on.opened('40.00');
  const page = await shop().openAs(['view_pos', 'create_sale', 'close_till'], `/sales/tills/${id}`);
  const count = page.getByRole('button', { name: 'Count the till' });
  await count.waitFor();
  const readAgain = page.waitForRequest(`**/api/till-sessions/${id}`);
  const letGo = await holdAnswers(
    page,
    request => new URL(request.url()).pathname === `/api/till-sessions/${id}`,
  );
  await page.keyboard.press('c');
  await readAgain;
  expect(
    await page.getByText('Counting started. This till cannot sell until the count is finished.').count(),
  ).toBe(0);
  letGo();
  await page.getByText('Counting started. This till cannot sell until the count is finished.').waitFor();
  await expect.poll(() => page.getByRole('heading', { name: 'Count the drawer' }).isVisible()).toBe(true);
});

test('registers, sales settings and PINs are saved on their screens', async () => {
  const page = await shop().openAs(
    ['view_pos', 'create_sale', 'view_setting', 'edit_setting'],
    '/sales/tills',
  );
  await page.getByRole('link', { name: 'Registers' }).click();
  // The list of sessions names the till too.
  await page.getByRole('heading', { name: 'Registers', exact: true }).waitFor();
  await page.getByRole('cell', { name: 'Till 1', exact: true }).waitFor();
  await page.keyboard.press('n');
  await dialogOf(page);
  await page.keyboard.type('Back door');
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('bd');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('cell', { name: 'BD', exact: true }).waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await shot(page, 'registers-1440');
  await page.goto('/settings/selling');
  await page.getByLabel('Variance allowed without approval').fill('2.5');
  await page.getByText('Blind count', { exact: true }).click();
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await noticed(page, 'Saved successfully!');
  await expect.poll(() => page.getByLabel('Variance allowed without approval').inputValue()).toBe('2.50');
  await shot(page, 'rules-1440');
  await page.goto('/profile');
  await page.getByLabel('New PIN').fill('1234');
  await page.getByRole('region', { name: 'Till PIN' }).getByLabel('Your password').fill('not mine');
  await page.getByRole('button', { name: 'Set PIN' }).click();
  await page.getByText('Choose a PIN that is harder to guess than 1111 or 1234.').waitFor();
  await page.getByLabel('New PIN').fill('2846');
  await page.getByRole('button', { name: 'Set PIN' }).click();
  await page.getByText('This is not your current password.').first().waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await shot(page, 'profile-1440');
});

// An open session, the lists and the settings are checked in page-layouts.test.ts.
test('on a phone the sessions of the tills fit, and a drawer is counted', async () => {
  await on.set({ blind_count: false });
  const id = (on.till = await on.opened('40.00'));
  await on.shop.sold([{ product_id: on.tea, quantity: '2' }], 480);
  const closed = await on.opened('40.00');
  await on.closed(closed, '40.00');
  expect((await on.keeper.call(pins.get)).reply.is_set).toBe(false);
  const page = await shop().openAs(['admin'], `/sales/tills/${closed}`, { width: 390 });
  await page.getByText('Cash in the drawer').first().waitFor();
  await fitsWindow(page);
  await shot(page, 'phone-closed');
  await page.goto(`/sales/tills/${id}`);
  await page.getByText('£44.80').first().waitFor();
  await fitsWindow(page);
  await shot(page, 'phone-open');
  // Counting on a phone: at most two fields side by side.
  await page.getByRole('button', { name: 'Count the till' }).click();
  await page.getByLabel('£5', { exact: true }).fill('8');
  await page.getByLabel('50p', { exact: true }).fill('9');
  await shot(page, 'phone-count');
  await page.getByRole('button', { name: 'Save count' }).click();
  await page.getByText('£0.30 short').waitFor();
  await page.getByRole('button', { name: 'Back to selling' }).click();
  await page.getByText('Count cancelled. The till can sell again.').waitFor();
});
