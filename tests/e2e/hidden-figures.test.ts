import { beforeAll, expect, test } from 'vitest';
import { listViews } from '#domain/list-views/list-view.contract';
import { useShop } from '../support/browser';
import { addSupplier } from '../support/suppliers';

const shop = useShop();
beforeAll(async () => {
  for (const name of ['Ashdown Ltd', 'Zeal & Co']) await addSupplier(shop(), { name });
});

const sentence = (figures: string, effect: string) =>
  `You do not have permission to see ${figures}, so this list is ${effect}.`;

test('a shared view that sorts by what is owed opens in the default order for users who may not see that', async () => {
  const owner = await shop().as('view_supplier', 'view_ledger', 'create_note');
  const params = { sort_by: 'owed', sort_order: 'desc', density: 'comfortable', per_page: '10' };
  const view = { list: '/suppliers', name: 'Most owed', params, is_shared: true };
  const { id } = (await owner.call(listViews.create, { body: view })).reply;
  const address = `/suppliers?sort_by=owed&sort_order=desc&view=${id}&density=comfortable&per_page=10`;

  const clerk = await shop().as('view_supplier', 'export_data');
  const page = await shop().pageOf(clerk.token);
  const asked: string[] = [];
  page.on('request', request => {
    if (request.url().includes('/api/suppliers')) asked.push(new URL(request.url()).search);
  });
  await page.goto(address);
  await page.getByRole('link', { name: 'Ashdown Ltd' }).waitFor();
  const note = page.getByRole('status').filter({ hasText: 'You do not have permission' });
  expect(await note.innerText()).toBe(sentence('what suppliers are owed', 'in its default order'));
  const sorted = page.locator('th[aria-sort]:not([aria-sort="none"])');
  expect(await sorted.innerText()).toContain('Name');
  expect(await sorted.getAttribute('aria-sort')).toBe('ascending');
  // Nothing was changed by the user.
  await expect.poll(() => page.locator('.view-button').innerText()).toBe('Most owed');
  expect(asked.length).toBeGreaterThan(1);
  expect(asked.filter(search => search.includes('owed'))).toEqual([]);
  // Another order is one that the user chose.
  await page.getByRole('columnheader', { name: 'Created' }).getByRole('button').click();
  await note.waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.get('sort_by')).toBe('created_at');

  const accountant = await shop().openWith(owner.token, address);
  await accountant.getByRole('link', { name: 'Ashdown Ltd' }).waitFor();
  expect(await accountant.getByText('You do not have permission').count()).toBe(0);
});

test.each([
  [
    'view_customer',
    '/customers?sort_by=wallet&standing=owing',
    'what customers owe',
    'in its default order and not filtered by that',
  ],
  ['view_dashboard', '/reports/product-margins?sort_by=margin', 'cost or margin', 'in its default order'],
  ['view_dashboard', '/reports/product-margins?group=supplier', 'suppliers', 'not filtered by that'],
  ['view_dashboard', '/reports/documents?supplier_id=1', 'suppliers', 'not filtered by that'],
] as const)(
  'with %s alone, %s is shown without what is hidden',
  async (permission, path, figures, effect) => {
    const page = await shop().openAs([permission], path);
    const refused: string[] = [];
    page.on('response', response => {
      if (response.status() === 403) refused.push(response.url());
    });
    await page.reload();
    await page.getByText(sentence(figures, effect), { exact: true }).waitFor();
    await page.getByText('Total: ', { exact: false }).first().waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(refused).toEqual([]);
  },
);
