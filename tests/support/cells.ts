import type { Locator, Page } from 'playwright-core';
import { units } from '#domain/masters/master.contract';
import type { Shop } from './browser';
import { settled } from './settled';

export const masterRights = ['view_master', 'create_master', 'edit_master'] as const;

export const cell = (page: Page, row: string, column: string) =>
  page.getByRole('row', { name: new RegExp(row) }).locator(`td[data-label="${column}"]`);

/** By the pencil, which is there while the cell is pointed at. */
export async function edit(at: Locator): Promise<void> {
  await at.hover();
  await at.locator('.cell-pencil').click();
}

/** The first cell of the row that has the focus. */
export const focusedLine = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    return at instanceof HTMLTableRowElement
      ? (at.querySelector<HTMLElement>('td:not([data-choice])')?.innerText ?? '').trim()
      : at?.tagName;
  });

export async function unitsNamed(shop: Shop, ...names: readonly string[]) {
  const clerk = await shop.as(...masterRights);
  const added = await Promise.all(names.map(name => clerk.call(units.create, { body: { name } })));
  return { clerk, ids: added.map(({ reply }) => reply.id) };
}

/** The list of the units whose names start alike. */
export async function unitList(
  shop: Shop,
  search: string,
  rights: readonly (typeof masterRights)[number][] = masterRights,
): Promise<Page> {
  const page = await shop.openAs(rights, `/masters/units?search=${search}`);
  await page.locator('tbody tr[tabindex]').first().waitFor();
  await settled(page);
  return page;
}
