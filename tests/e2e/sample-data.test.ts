import { beforeAll, expect, test } from 'vitest';
import { seriousProblems } from '../support/accessible';
import { breachesOf } from '../support/books';
import { useShop } from '../support/browser';
import { screenshot } from '../support/till-keyboard';
import { fitsWindow } from '../support/fits-window';
import { asInstalled } from '../support/new-installation';
import { settled } from '../support/settled';

const shop = useShop({ jobs: true });
beforeAll(() => asInstalled(shop()));

test('F77 a newcomer adds sample data, looks around, and removes it; another open page follows', async () => {
  const page = await shop().openAs(['admin'], '/start');
  const card = page.getByRole('region', { name: 'Try it with sample data' });
  await card.getByText('Until then, do not enter real data').waitFor();
  // The page starts at its beginning, not at this card.
  await settled(page);
  expect(await page.evaluate(() => document.activeElement?.id)).not.toBe('sample-data');
  await screenshot(page, 'sample-offered');
  expect(await seriousProblems(page)).toEqual([]);
  await card.getByRole('button', { name: 'Add sample data' }).press('Enter');
  const present = page.getByRole('region', { name: 'Sample data', exact: true });
  const remove = present.getByRole('button', { name: 'Remove the sample data' });
  // Some fifty records, each in a transaction of its own.
  await remove.waitFor({ timeout: 120_000 });
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('sample-data');
  await present.getByText(/Person \d+ added sample data to these books on .+ at/).waitFor();
  // What is sample data is no step that the business has taken.
  expect(await page.getByText('12 products', { exact: true }).count()).toBe(0);
  await screenshot(page, 'sample-present');
  expect(await seriousProblems(page)).toEqual([]);
  expect(await breachesOf(shop().db)).toEqual([]);

  const other = await shop().openAs(['admin'], '/products');
  await other.getByText('Ground coffee 227 g').first().waitFor();

  await remove.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Remove the sample data?' });
  await dialog.getByText(/This cannot be undone/).waitFor();
  await dialog.locator(':focus').waitFor();
  await screenshot(page, 'sample-removal');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await remove.press('Enter');
  await dialog.getByRole('button', { name: 'Remove sample data' }).press('Enter');
  await page
    .getByText('The sample data is removed. Your books are as they were before.')
    .waitFor({ timeout: 120_000 });
  await page.getByRole('button', { name: 'Add sample data' }).waitFor();
  await other.getByText('Ground coffee 227 g').first().waitFor({ state: 'detached', timeout: 120_000 });
  expect(await breachesOf(shop().db)).toEqual([]);
});

test.each([
  [1440, 'dark'],
  [390, 'light'],
] as const)(
  'the card is accessible and no wider than the screen at %i pixels, %s',
  async (width, colours) => {
    const page = await shop().openAs(['admin'], '/start', { width, colours });
    await page.getByRole('button', { name: 'Add sample data' }).waitFor();
    expect(await seriousProblems(page)).toEqual([]);
    await screenshot(page, `sample-offered-${width}`);
    await fitsWindow(page);
  },
);
