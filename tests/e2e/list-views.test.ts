import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { units } from '#domain/masters/master.contract';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { settled } from '../support/settled';
import { addSupplier } from '../support/suppliers';

const shop = useShop();

beforeAll(async () => {
  await addSupplier(shop(), { name: 'Ashdown Ltd', email: 'a@ashdown.example' });
  await addSupplier(shop(), { name: 'Zeal & Co', status: 'inactive' });
  const admin = await shop().as('admin');
  for (let number = 1; number <= 130; number += 1)
    await admin.call(units.create, { body: { name: `Unit ${String(number).padStart(3, '0')}` } });
});

const headers = (page: Page) => page.locator('thead th').allInnerTexts();
const openMenu = async (page: Page) => {
  await page.locator('.view-button').click();
  await page.getByRole('dialog', { name: 'View' }).waitFor();
};

test('the columns of a list are hidden and moved in its View menu, and kept for the next visit', async () => {
  const page = await shop().openAs(['admin'], '/suppliers');
  await page.getByText('Total: 2', { exact: true }).waitFor();
  await openMenu(page);
  const menu = page.getByRole('dialog', { name: 'View' });
  await menu.getByLabel('Contact Info', { exact: true }).uncheck();
  await menu.getByRole('button', { name: 'Move Status up' }).click();
  const shown = [
    // The check box
    '',
    'Name',
    'Purchase Orders',
    'Financial Summary',
    'Status',
    'Last Purchase Date',
    'Created',
    'Actions',
  ];
  await expect.poll(() => headers(page)).toEqual(shown);
  expect(await seriousProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  await page.goto('/suppliers');
  await page.getByText('Total: 2', { exact: true }).waitFor();
  await expect.poll(() => headers(page)).toEqual(shown);
  await openMenu(page);
  await menu.getByRole('button', { name: 'Reset columns and rows' }).click();
  await expect.poll(() => headers(page)).toHaveLength(9);
});

test('the edge of a header is dragged to the width of its column, which is kept, and set by keyboard too (audit 14, item 8)', async () => {
  const page = await shop().openAs(['admin'], '/suppliers');
  const head = page.getByRole('columnheader', { name: 'Contact Info' });
  const width = async () => (await head.boundingBox())?.width ?? 0;
  const distance = async (wanted: number) => Math.abs((await width()) - wanted);
  /** The mouse at the edge, once the table takes hold of it. */
  const toEdge = async () => {
    const box = await head.boundingBox();
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) - 4, (box?.y ?? 0) + 10];
    let moved = 0;
    await expect
      .poll(async () => {
        await page.mouse.move(x, y + (++moved % 2));
        return head.getAttribute('data-edge');
      })
      .toBe('');
    return { x, y };
  };
  await page.getByText('Total: 2', { exact: true }).waitFor();
  await settled(page);
  const automatic = await width();
  const { x, y } = await toEdge();
  await page.mouse.down();
  await page.mouse.move(x + 90, y, { steps: 3 });
  await page.locator('.column-line').waitFor();
  await page.mouse.up();
  await expect.poll(() => distance(automatic + 90)).toBeLessThan(2);
  await page.goto('/suppliers');
  await page.getByText('Total: 2', { exact: true }).waitFor();
  await expect.poll(() => distance(automatic + 90)).toBeLessThan(2);

  await openMenu(page);
  const menu = page.getByRole('dialog', { name: 'View' });
  const field = menu.getByLabel('Width of Contact Info in pixels', { exact: true });
  await field.fill('300');
  await field.press('Enter');
  await expect.poll(() => distance(300)).toBeLessThan(2);
  // The menu is closed with the field still being typed in.
  await field.fill('280');
  await page.getByRole('heading', { level: 1 }).click();
  await menu.waitFor({ state: 'hidden' });
  await expect.poll(() => distance(280)).toBeLessThan(2);
  await settled(page);
  const edge = await toEdge();
  await page.mouse.dblclick(edge.x, edge.y);
  await expect.poll(() => distance(automatic)).toBeLessThan(2);
});

test('a page has as many rows as chosen; of a long one those near the screen are drawn, and the last can be reached', async () => {
  const page = await shop().openAs(['admin'], '/masters/units');
  await page.getByText('Total: 130', { exact: true }).waitFor();
  await expect.poll(() => page.locator('tbody tr[tabindex]').count()).toBe(10);
  await openMenu(page);
  await page.getByRole('dialog', { name: 'View' }).getByLabel('Rows on a page').selectOption('250');
  await page.waitForURL(/per_page=250/);
  await page.keyboard.press('Escape');
  // The ten rows of before stay until the others arrive. Sixteen fit the screen, and some below it are drawn.
  await page.getByRole('row', { name: /Unit 020/ }).waitFor();
  await expect.poll(() => page.locator('tbody tr[tabindex]').count()).toBeLessThan(110);
  // The rows that are not drawn get their place a frame later; until then the page ends with those drawn.
  await expect
    .poll(() =>
      page
        .locator('tr.row-gap')
        .last()
        .evaluate(gap => gap.getBoundingClientRect().height),
    )
    .toBeGreaterThan(1_000);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await page.getByRole('row', { name: /Unit 130/ }).waitFor();
  await page.getByRole('row', { name: /Unit 001/ }).waitFor({ state: 'detached' });
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByRole('row', { name: /Unit 001/ }).waitFor();
});

test('the rows of a long list stay where they are in the table, to a fraction of a pixel, while others come and go', async () => {
  const page = await shop().openAs(['admin'], '/masters/units?per_page=250');
  await page.getByRole('row', { name: /Unit 001/ }).waitFor();
  const seen = await page.evaluate(async () => {
    const table = document.querySelector<HTMLTableElement>('.data-table');
    const body = table?.tBodies[0];
    if (!table || !body) return null;
    // Rows of 43.3 px.
    table.style.lineHeight = '30.3px';
    const frame = () => new Promise(drawn => requestAnimationFrame(drawn));
    const [places, gaps] = [new Set<number>(), new Set<string>()];
    for (let step = 0; step < 30; step++) {
      scrollBy(0, 90);
      for (let frames = 0; frames < 4; frames++) await frame();
      const row = body.querySelector('tr[data-index="30"]');
      const gap = body.querySelector<HTMLElement>('.row-gap');
      if (!row || !gap) continue;
      gaps.add(gap.style.height);
      places.add(row.getBoundingClientRect().top - body.getBoundingClientRect().top);
    }
    return { places: [...places], gaps: gaps.size };
  });
  expect(seen?.gaps).toBeGreaterThan(3);
  const [place = 0, ...others] = seen?.places ?? [];
  for (const other of others) expect(Math.abs(other - place)).toBeLessThan(0.02);
});

test('a view keeps filters and columns under a name; changed, it can be saved; and the list can open with it', async () => {
  const { token } = await shop().as('admin');
  const page = await shop().openWith(token, '/suppliers?status=inactive');
  await page.getByText('Total: 1', { exact: true }).waitFor();
  await openMenu(page);
  const menu = page.getByRole('dialog', { name: 'View' });
  await menu.getByLabel('Created', { exact: true }).uncheck();
  await menu.getByRole('button', { name: 'Save as…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await dialog.getByLabel('Name').fill('Former suppliers');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(/view=\d+/);
  await page.getByText('Former suppliers', { exact: true }).first().waitFor();

  await page.getByRole('combobox', { name: 'Status' }).selectOption('active');
  await page.getByRole('button', { name: 'Former suppliers (changed)' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Former suppliers (changed)' }).waitFor();
  await openMenu(page);
  await menu.getByRole('button', { name: 'Save', exact: true }).click();
  // The entry in the menu has this name all the time; the button has it once the change is saved.
  await expect.poll(() => page.locator('.view-button').innerText()).toBe('Former suppliers');
  await menu.getByRole('button', { name: 'Make default' }).click();
  await menu.getByRole('button', { name: 'Remove default' }).waitFor();

  const other = await shop().openWith(token, '/suppliers');
  await other.waitForURL(/view=\d+/);
  await other.getByRole('row', { name: /Ashdown/ }).waitFor();
  expect(await headers(other)).not.toContain('Created');
  await settled(other);
  await openMenu(other);
  await other.getByRole('button', { name: 'Standard view' }).click();
  await other.getByText('Total: 2', { exact: true }).waitFor();
  expect(await headers(other)).toContain('Created');
});
