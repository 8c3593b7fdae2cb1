import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { stepsWithPage } from '#domain/get-started/set-up-steps';
import type { ImportKind } from '#domain/imports/import-kinds';
import { isAllowed } from '#domain/kernel/access';
import type { Permission } from '#domain/kernel/permissions';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { vatAdjustments } from '#domain/vat-returns/vat-adjustment.contract';
import { sections } from '../../web/features/settings/sections';
import { type Shop, useShop } from '../support/browser';
import { demoDay } from '../support/demo-template';
import { csvOf, uploadTable } from '../support/imports';
import { layoutProblems } from '../support/page-layout';
import { addressOfPage, pageRows, problemsAt } from '../support/page-permissions';
import { type RequiredPermissions, smallest } from '../support/permission-table';
import { settled } from '../support/settled';
import type { Caller } from '../support/test-app';

const open = useShop({ jobs: true, data: 'demo', clock: () => demoDay });
let shop: Shop;
beforeAll(async () => {
  shop = open();
  const { rows } = await sql<{
    id: number;
  }>`select product_id as id from stock_pools where quantity > 5 limit 1`.execute(shop.db);
  const admin = await shop.as('admin');
  const adjusted = await admin.call(stockAdjustments.create, {
    body: { reason: 'damaged', note: null, lines: [{ product_id: rows[0]?.id ?? 0, quantity: '-1' }] },
  });
  expect(adjusted.status).toBe(200);
  const corrected = await admin.call(vatAdjustments.create, {
    body: { reason: 'error_correction', description: 'Figure of June', box_1: '10.00', account: '6900' },
  });
  expect(corrected.status).toBe(200);
});

const setsFor = (rights: RequiredPermissions): readonly (readonly string[])[] => {
  if (rights === 'public') return [];
  if (rights === 'signed-in') return [[]];
  return rights === 'administrator' ? [[administrator]] : smallest(rights);
};
const administrator = 'admin';

/** Every minimal set of permissions for a page, with the pages it opens. */
const sets = new Map<string, string[]>();
for (const { path, rights } of pageRows) {
  for (const set of setsFor(rights)) {
    const key = set.toSorted().join(' + ');
    sets.set(key, [...(sets.get(key) ?? []), path]);
  }
}

const importedWith: Readonly<Record<string, ImportKind>> = {
  create_product: 'products',
  create_supplier: 'suppliers',
  create_customer: 'customers',
  create_master: 'brands',
  create_expense: 'expenses',
  adjust_ledger: 'opening_invoices',
};

/** The paths of a page: each section of Settings, and one of the user's own imports. */
async function addressesOf(path: string, rights: readonly Permission[], person: Caller): Promise<string[]> {
  if (path === '/settings/{section}')
    return sections
      .filter(({ access }) => isAllowed(access, { roles: [], permissions: rights }))
      .map(({ id }) => `/settings/${id}`);
  if (path === '/start/{step}') return stepsWithPage.map(step => `/start/${step}`);
  if (path !== '/imports/{id}') return [await addressOfPage(shop.db, path)];
  const kind = importedWith[rights[0] ?? ''] ?? 'brands';
  const { id } = await uploadTable(person, kind, {
    name: 'new.csv',
    content: csvOf([['Name'], ['One'], ['Two']]),
  });
  return [`/imports/${id}`];
}

/** Pages that several sets open are resized once. */
const isLaidOut = new Set<string>();

test.each([...sets])(
  'F55 a user with only "%s" sees no failure on the pages it opens, which fit each width and are legible in both themes (R-08)',
  async (key, paths) => {
    const rights = key === '' ? [] : (key.split(' + ') as Permission[]);
    const person = key === administrator ? await shop.as('admin') : await shop.as(...rights);
    const page = await shop.pageOf(person.token);
    const failed: string[] = [];
    for (const path of paths)
      for (const address of await addressesOf(path, rights, person)) {
        const problems = await problemsAt(page, address);
        failed.push(...problems.map(problem => `${address}: ${problem}`));
        if (problems.length === 0 && !isLaidOut.has(address)) {
          isLaidOut.add(address);
          failed.push(...(await layoutProblems(page)).map(problem => `${address}: ${problem}`));
        }
        if (problems.length === 0) continue;
        // A notification stays for a while, and would be found on the next page too.
        await page.goto('/profile');
        await settled(page);
      }
    expect(failed).toEqual([]);
  },
);
