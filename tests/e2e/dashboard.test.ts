import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { sales } from '#domain/sales/sale.contract';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { settled } from '../support/settled';
import { sellingRights, sellOnTwoDays } from '../support/two-days';

let now = new Date();
const shop = useShop({ clock: () => now });
const [first, second] = ['2031-03-01', '2031-03-08'] as const;

/** Two Saturdays, with sales at noon and one of £2.40 at half past two on the second. */
beforeAll(async () => {
  const { tea, till } = await sellOnTwoDays(shop(), day => (now = new Date(`${day}T12:00:00Z`)), [
    first,
    second,
  ]);
  now = new Date(`${second}T14:30:00Z`);
  const seller = await shop().as(...sellingRights);
  const { refusal } = await seller.call(sales.complete, {
    body: {
      client_id: randomUUID(),
      channel: 'till',
      session_id: till,
      lines: [{ product_id: tea, quantity: '1' }],
      expected_total: '2.40',
      tenders: [{ method: 'cash', tendered: '2.40' }],
    },
  });
  expect(refusal).toBeUndefined();
});

const card = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name });
const cards = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('region')
    .evaluateAll(all => all.map(one => one.ariaLabel));
const arranging = (page: Page) => page.getByRole('dialog', { name: 'Arrange the dashboard' });
const listed = (page: Page) => arranging(page).getByRole('checkbox').evaluateAll(namesOf);
const namesOf = (boxes: Element[]) =>
  (boxes as HTMLInputElement[]).map(
    box => `${box.labels?.[0]?.textContent}${box.checked ? '' : ' (hidden)'}`,
  );

const defaultCards = [
  'Today',
  'To do',
  'Takings by hour',
  'Money in and out, next 30 days',
  'Net takings, 14 days',
  'Stock',
  'Suppliers',
  'Largest amounts owed',
  'Recent activity',
];

async function openArranging(page: Page): Promise<void> {
  await card(page, 'Recent activity').waitFor();
  await page.getByRole('button', { name: 'Arrange' }).press('Enter');
  await arranging(page).waitFor();
  await settled(page);
}

test('each user arranges their own dashboard, by keyboard alone', async () => {
  const page = await shop().openAs(['admin'], '/dashboard');
  await card(page, 'To do').waitFor();
  await settled(page);
  expect(await cards(page)).toEqual(defaultCards);
  expect(await seriousProblems(page)).toEqual([]);
  await openArranging(page);
  expect(await seriousProblems(page)).toEqual([]);
  const dialog = arranging(page);
  const said = dialog.getByRole('status');
  const up = dialog.getByRole('button', { name: 'Move Takings by hour up' });
  await up.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => said.innerText()).toBe('Takings by hour moved to place 2 of 9.');
  // The focus goes with the card, so that the next press moves it on; at the top it stays.
  for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press('Enter');
  await expect.poll(() => said.innerText()).toBe('Takings by hour moved to place 1 of 9.');
  await expect.poll(() => up.evaluate(button => button === document.activeElement)).toBe(true);
  await dialog.getByRole('checkbox', { name: 'Takings', exact: true }).press('Space');
  await expect.poll(() => said.innerText()).toBe('Takings hidden.');
  const arranged = ['Takings by hour', 'Today', 'To do', 'Money in and out, next 30 days', 'Stock'];
  await expect.poll(async () => (await cards(page)).slice(0, 5)).toEqual(arranged);
  await page.keyboard.press('Escape');
  await page.reload();
  await card(page, 'To do').waitFor();
  expect((await cards(page)).slice(0, 5)).toEqual(arranged);

  await openArranging(page);
  expect((await listed(page)).at(-1)).toBe('Takings (hidden)');
  await dialog.getByRole('button', { name: 'Reset to default' }).press('Enter');
  await expect.poll(() => said.innerText()).toBe('The default arrangement is back.');
  await expect.poll(() => cards(page)).toEqual(defaultCards);
});

test('cards are dragged to their place with a mouse, and dropped where the line shows', async () => {
  const page = await shop().openAs(['admin'], '/dashboard');
  await openArranging(page);
  const item = (name: string) =>
    arranging(page)
      .locator('li')
      .filter({ has: page.getByRole('checkbox', { name, exact: true }) });
  const middle = async (name: string, part = item(name)) => {
    const box = await part.boundingBox();
    if (!box) throw new Error(`${name} is not there`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, height: box.height };
  };
  const drag = async (name: string, onto: string, past: number) => {
    const grip = await middle(name, item(name).locator('[data-grip]'));
    const target = await middle(onto);
    await page.mouse.move(grip.x, grip.y);
    await page.mouse.down();
    await page.mouse.move(grip.x, target.y + past * (target.height / 4), { steps: 4 });
  };
  // Above the first.
  await drag('Recent activity', 'Today', -1);
  await expect.poll(() => item('Today').getAttribute('data-drop')).toBe('above');
  await page.mouse.up();
  await expect.poll(async () => (await listed(page))[0]).toBe('Recent activity');
  // Below the third, which is then the second.
  await drag('Recent activity', 'To do', 1);
  await expect.poll(() => item('To do').getAttribute('data-drop')).toBe('below');
  await page.mouse.up();
  await expect
    .poll(async () => (await listed(page)).slice(0, 3))
    .toEqual(['Today', 'To do', 'Recent activity']);
  const arranged = ['Today', 'To do', 'Recent activity', 'Takings by hour'];
  await expect.poll(async () => (await cards(page)).slice(0, 4)).toEqual(arranged);
  // Dropped where it came from, nothing changes.
  await drag('To do', 'To do', 0);
  await page.mouse.up();
  expect((await listed(page)).slice(0, 3)).toEqual(['Today', 'To do', 'Recent activity']);
  await settled(page);
  await page.reload();
  await card(page, 'Recent activity').waitFor();
  expect((await cards(page)).slice(0, 4)).toEqual(arranged);
});

test('an arrangement that cannot be saved says so and shows the saved one again', async () => {
  const page = await shop().openAs(['admin'], '/dashboard');
  await openArranging(page);
  await page.route('**/api/dashboard/layout', route => route.abort());
  await arranging(page).getByRole('button', { name: 'Move To do up' }).press('Enter');
  await arranging(page).getByRole('alert').getByText('The change was not saved').waitFor();
  await expect.poll(async () => (await listed(page)).slice(0, 2)).toEqual(['Today', 'To do']);
  expect((await cards(page)).slice(0, 2)).toEqual(['Today', 'To do']);
  await page.unroute('**/api/dashboard/layout');
  await arranging(page).getByRole('button', { name: 'Move To do up' }).press('Enter');
  await expect.poll(async () => (await cards(page)).slice(0, 2)).toEqual(['To do', 'Today']);
  expect(await arranging(page).getByRole('alert').count()).toBe(0);
});

test('only cards with permission are offered for arranging', async () => {
  const page = await shop().openAs(['view_dashboard', 'view_expense'], '/dashboard');
  await openArranging(page);
  expect(await listed(page)).toEqual([
    'Today',
    'Takings by hour',
    'Money in and out',
    'Takings',
    'Recent activity',
  ]);
  expect(await card(page, 'Money in and out').getByText('Cash', { exact: true }).count()).toBe(0);
});

test('takings by hour: both series in words, and a table of the same figures', async () => {
  const page = await shop().openAs(['admin'], '/dashboard');
  const hours = card(page, 'Takings by hour');
  const chart = hours.getByRole('img', { name: 'Net takings by hour' });
  await chart.waitFor();
  expect(
    await hours.locator('.chart-column').evaluateAll(all => all.map(one => one.getAttribute('title'))),
  ).toEqual([
    '12:00. Today: −£2.00. Typical Saturday: £14.00',
    '13:00. Today: £0.00. Typical Saturday: £0.00',
    '14:00. Today: £2.40. Typical Saturday: £0.00',
  ]);
  // For screen readers; the legend is told apart by its pattern, too.
  const spoken = hours.getByRole('table', { name: 'Net takings by hour' });
  await expect.poll(() => spoken.locator('tbody tr').allInnerTexts()).toHaveLength(3);
  await expect.poll(() => spoken.locator('thead th').first().innerText()).toBe('Hour from');
  const hatch = hours.locator('.chart-legend .chart-other');
  expect(await hatch.evaluate(mark => getComputedStyle(mark).backgroundImage)).toContain('repeating-linear');
  const figure = (label: string) => hours.locator('.tile').filter({ hasText: label }).locator('dd');
  await expect.poll(() => figure('Net takings').innerText()).toContain('£0.40');
  await expect.poll(() => figure('Typical by this time').innerText()).toContain('£14.00');
  await hours.getByRole('button', { name: 'Show as table' }).press('Enter');
  await expect.poll(() => hours.locator('tbody tr').first().innerText()).toMatch(/12:00\s+−£2\.00\s+£14\.00/);
  expect(await chart.count()).toBe(0);
});

for (const width of [1440, 390])
  test(`F81 nothing moves on the dashboard when its charts arrive, at ${width}`, async () => {
    const page = await shop().openAs(['admin'], '/profile', { width });
    await settled(page);
    let letGo = () => {};
    const held = new Promise<void>(resolve => (letGo = resolve));
    await page.route(/\/bar-chart-[^/]*\.js/, async route => {
      await held;
      await route.continue();
    });
    await page.goto('/dashboard');
    await card(page, 'Recent activity').waitFor();
    await page.evaluate(() => document.fonts.load('14px "Inter Variable"'));
    const places = () =>
      page
        .getByRole('main')
        .getByRole('region')
        .evaluateAll(all =>
          all.map(one => {
            const { top, height } = one.getBoundingClientRect();
            return [one.ariaLabel, top + window.scrollY, height] as const;
          }),
        );
    expect(await page.getByRole('main').getByRole('img').count()).toBe(0);
    const before = await places();
    letGo();
    await page.getByRole('img', { name: 'Net takings by hour' }).waitFor();
    await settled(page);
    const after = await places();
    expect(after.map(([name]) => name)).toEqual(defaultCards);
    for (const [index, [name, top, height]] of before.entries()) {
      const [, newTop = 0, newHeight = 0] = after[index] ?? [];
      expect(Math.abs(newTop - top) + Math.abs(newHeight - height), `${name} moved`).toBeLessThanOrEqual(2);
    }
  });
