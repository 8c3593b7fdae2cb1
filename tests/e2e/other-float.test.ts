import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { pos } from '#domain/pos/pos.contract';
import { seriousProblems } from '../support/accessible';
import { fillSafe } from '../support/books';
import { useShop } from '../support/browser';
import { loseAnswers } from '../support/lose-answers';
import { someTills } from '../support/tills';

const shop = useShop();
let on: Awaited<ReturnType<typeof someTills>>;
beforeAll(async () => {
  on = await someTills(shop());
  await fillSafe(shop().db);
});

test('T1 a till is opened with another float than was left, once a reason is given', async () => {
  const id = await on.opened('100.00');
  await on.count(id, { total: '100.00' });
  await on.close(id, { left: '80.00' });
  const { name } = (await on.get(id)).reply.register;
  const page = await shop().openAs(['view_pos', 'create_sale', 'open_till', 'close_till'], '/sales/tills');
  await page.getByRole('button', { name: 'Open a till' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Register').selectOption(name);
  await dialog.getByText('The last session left £80.00 in the drawer.').waitFor();
  const reason = dialog.getByLabel('Reason for a different float');
  expect(await reason.count()).toBe(0);
  await dialog.getByRole('textbox', { name: 'Total' }).fill('60');
  await dialog.getByRole('button', { name: 'Open the till' }).click();
  await dialog.getByText('The last session left a different amount in the drawer.').first().waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await reason.fill('A note is missing');
  await dialog.getByRole('button', { name: 'Open the till' }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
});

test('R12 a till whose opening got no answer stays in its dialog, and is opened once', async () => {
  const id = await on.opened('100.00');
  await on.count(id, { total: '100.00' });
  await on.close(id, { left: '100.00' });
  const { name } = (await on.get(id)).reply.register;
  const page = await shop().openAs(['view_pos', 'create_sale', 'open_till', 'close_till'], '/sales/tills');
  await page.getByRole('button', { name: 'Open a till' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Register').selectOption(name);
  await dialog.getByText('The last session left £100.00 in the drawer.').waitFor();
  const lost = await loseAnswers(page, /\/till-sessions$/);
  await dialog.getByRole('button', { name: 'Open the till' }).click();
  await dialog
    .getByText('No answer came. It may have been saved. Try again: it is not saved a second time.', {
      exact: true,
    })
    .waitFor();
  lost.stop();
  await dialog.getByRole('button', { name: 'Open the till' }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  expect(lost.sent).toHaveLength(2);
  expect(lost.sent[1]).toBe(lost.sent[0]);
});

test('F23 before a till is opened, its screen names the sales of another device that were not received', async () => {
  const id = await on.opened('100.00');
  const { register } = (await on.get(id)).reply;
  const unsent = [{ session_id: id, sales: 2, amount: '4.80', oldest_at: new Date().toISOString() }];
  const { reply } = await on.seller.call(pos.checkIn, {
    body: { device_id: randomUUID(), register_id: register.id, unsent },
  });
  await on.count(id, { total: '100.00' });
  const closed = await on.close(id, { left: '100.00', accepts_unsent: true });
  expect(closed.status).toBe(200);
  const page = await shop().openAs(
    ['view_pos', 'create_sale', 'open_till', 'close_till', 'approve_variance', 'view_ledger'],
    '/sales/pos',
  );
  await page.getByLabel('Register for this device').selectOption(register.name);
  await page
    .getByRole('status')
    .getByText(new RegExp(`^2 sales (\\(£4\\.80\\) )?of device ${reply.prefix} have not been received\\.$`))
    .waitFor();
  expect(await seriousProblems(page)).toEqual([]);
});
