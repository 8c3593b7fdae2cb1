import { type RawBuilder, sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { session } from '#domain/session/session.contract';
import { tills } from '#domain/tills/till.contract';
import { useShop } from '../support/browser';
import { approverAtTill, press } from '../support/till-keyboard';
import { staffOffice } from '../support/employees';
import { loseAnswers } from '../support/lose-answers';

const shop = useShop();
const noAnswer = 'No answer came. It may have been saved. Try again: it is not saved a second time.';

beforeAll(async () => {
  const keeper = await shop().as('view_pos', 'open_till');
  expect((await keeper.call(tills.open, { body: { register_id: 1, total: '100.00' } })).status).toBe(200);
});

async function tillMenu(page: Page) {
  await page.getByRole('combobox', { name: 'Scan or search products' }).waitFor();
  await press(page, 'Shift+F10');
  const menu = page.getByRole('dialog', { name: 'Till 1' });
  await menu.waitFor();
  return menu;
}

const countOf = async (what: RawBuilder<{ n: number }>) => (await what.execute(shop().db)).rows[0]?.n;

test('R12 opening the drawer and clocking in after a lost answer say that they may be recorded, and are recorded once', async () => {
  const clerk = await approverAtTill(shop(), 'Oona Vale', '4826', 'view_pos', 'create_sale');
  const me = (await clerk.call(session.user)).reply.user.id;
  await (await staffOffice(shop())).hired({ name: 'Oona Vale', user_id: me });
  const page = await shop().openAs(['view_pos', 'create_sale'], '/sales/pos');
  const menu = await tillMenu(page);
  const openings = await loseAnswers(page, /\/drawer-openings$/);
  await menu.getByLabel('Reason for opening the drawer').fill('Change for the bus');
  await menu.getByRole('button', { name: 'Open drawer' }).click();
  await menu.getByText(noAnswer, { exact: true }).waitFor();
  openings.stop();
  await menu.getByRole('button', { name: 'Open drawer' }).click();
  await page.getByText('Drawer opened and recorded.').waitFor();
  expect(new Set(openings.sent).size).toBe(1);
  expect(openings.sent).toHaveLength(2);
  expect(
    await countOf(
      sql<{ n: number }>`select count(*)::integer as n from till_events where kind = 'drawer_opened'`,
    ),
  ).toBe(1);

  await tillMenu(page);
  await page.getByRole('button', { name: 'Clock in or out' }).click();
  const dialog = page.getByRole('dialog', { name: 'Clock in or out' });
  await dialog.getByText('Not clocked in.').waitFor();
  const clockings = await loseAnswers(page, /\/time-clock$/);
  await dialog.getByLabel('PIN', { exact: true }).fill('4826');
  await dialog.getByRole('button', { name: 'Clock in' }).click();
  await dialog.getByText(noAnswer, { exact: true }).waitFor();
  // The list knows by now; the button still sends what was sent, and clocks nobody out.
  await dialog.getByText(/^Clocked in since/).waitFor();
  clockings.stop();
  await dialog.getByRole('button', { name: 'Clock in' }).click();
  await page.getByText(/Oona Vale clocked in at \d\d:\d\d/).waitFor();
  expect(clockings.sent).toHaveLength(2);
  expect(new Set(clockings.sent).size).toBe(1);
  const { rows } = await sql<{ is_open: boolean }>`
    select clocked_out_at is null as is_open from time_entries`.execute(shop().db);
  expect(rows).toEqual([{ is_open: true }]);
});

test('R12 starting a count that never reached the server says that it may be saved, and is started by pressing again', async () => {
  const page = await shop().openAs(['view_pos', 'create_sale', 'close_till'], '/sales/pos');
  const menu = await tillMenu(page);
  await page.route('**/counting', route => route.abort('connectionfailed'), { times: 1 });
  await menu.getByRole('button', { name: 'Count and close', exact: true }).click();
  await menu.getByText(noAnswer, { exact: true }).waitFor();
  await menu.getByRole('button', { name: 'Count and close', exact: true }).click();
  await page.waitForURL(/\/sales\/tills\/\d+$/);
  expect(
    await countOf(
      sql<{ n: number }>`select count(*)::integer as n from till_sessions where status = 'counting'`,
    ),
  ).toBe(1);
});
