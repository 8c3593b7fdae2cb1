import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { tills } from '#domain/tills/till.contract';
import { useShop } from '../support/browser';
import { closedGate } from '../support/gate';
import { settled } from '../support/settled';
import { openTill } from '../support/shop';

const shop = useShop();

async function nameOfRegister(session: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select r.name from registers r join till_sessions t on t.register_id = r.id where t.id = ${session}`.execute(
    shop().db,
  );
  return rows[0]?.name ?? '';
}

test('F38 a chosen register stays chosen when an answer requested earlier arrives later', async () => {
  await openTill(shop().db);
  await openTill(shop().db);
  const page = await shop().openAs(['view_pos', 'create_sale'], '/sales/pos');
  const sellHere = page.getByRole('button', { name: 'Sell here' });
  await sellHere.waitFor();
  await settled(page);
  const gate = closedGate();
  let isAsked = false;
  await page.route(
    '**/api/tills',
    async route => {
      const response = await route.fetch();
      isAsked = true;
      await gate.opened;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  // The tills are requested again as soon as the server answers after an outage.
  await page.route('**/api/health', route => route.abort(), { times: 1 });
  const missed = page.waitForEvent('requestfailed', request => request.url().endsWith('/api/health'));
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await missed;
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(() => isAsked).toBe(true);
  await sellHere.click();
  await page.getByRole('combobox', { name: 'Scan or search products' }).waitFor();
  const answered = page.waitForResponse('**/api/tills');
  gate.open();
  await (await answered).finished();
  await settled(page);
  expect(await sellHere.count()).toBe(0);
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Scan or search products' }).isVisible())
    .toBe(true);
});

test('F38 T2 a till is opened from the keyboard before its registers have been read', async () => {
  const { token } = await shop().as('view_pos', 'create_sale', 'open_till');
  const page = await shop().pageOf(token);
  const gate = closedGate();
  await page.route('**/api/tills', async route => {
    await gate.opened;
    await route.continue();
  });
  await page.goto('/sales/tills');
  await page.getByRole('heading', { name: 'Tills', level: 1 }).waitFor();
  await page.keyboard.press('n');
  gate.open();
  await page.getByLabel('Register').waitFor();
  await page.getByRole('textbox', { name: 'Total' }).fill('20');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { name: 'Till 1', level: 1 }).waitFor();
});

test('T2 a till that is being counted does not sell when its page is opened again without an answer of the server', async () => {
  const id = await openTill(shop().db);
  const page = await shop().openAs(['view_pos', 'create_sale'], '/sales/pos');
  const name = await nameOfRegister(id);
  const search = page.getByRole('combobox', { name: 'Scan or search products' });
  const register = page.getByLabel('Register for this device');
  await register.selectOption(name);
  await page.getByRole('button', { name: 'Sell here' }).click();
  await search.waitFor();
  const manager = await shop().as('view_pos', 'close_till');
  await manager.call(tills.startCount, { params: { id }, body: {} });
  const counted = page.getByText(`${name} is being counted`);
  await counted.first().waitFor();
  await settled(page);
  for (const answer of ['no answer', 'an answer of a gateway']) {
    await page.unrouteAll();
    await page.route('**/api/tills', route =>
      answer === 'no answer' ? route.abort('connectionfailed') : route.fulfill({ status: 503 }),
    );
    await page.reload();
    await counted.first().waitFor();
    expect(await search.count()).toBe(0);
  }
});

test('T2 the screen of a till that is being counted leads to the count, and out of the till', async () => {
  const id = await openTill(shop().db);
  const manager = await shop().as('view_pos', 'close_till');
  await manager.call(tills.startCount, { params: { id }, body: {} });
  const page = await shop().openAs(['view_pos', 'create_sale', 'close_till', 'view_dashboard'], '/sales/pos');
  const count = page.getByRole('link', { name: 'Finish or cancel the count' });
  const registers = page.getByLabel('Register for this device');
  await registers.selectOption(await nameOfRegister(id));
  await count.click();
  await page.getByRole('button', { name: 'Save count' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/sales/tills/${id}`);
  await page.goBack();
  await page.getByRole('link', { name: 'Exit the till' }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
});
