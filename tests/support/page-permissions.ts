import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import type { Database } from '../../server/platform/database/open-database';
import { londonDate } from '#domain/kernel/dates';
import { demoDay } from './demo-template';
import { type RequiredPermissions, permissionsFrom, smallest, tableRows } from './permission-table';
import { settled } from './settled';

export type PageRow = {
  readonly path: string;
  readonly rights: RequiredPermissions;
  /** The buttons that need more than the page's permission, each with what it needs. */
  readonly buttons: readonly { readonly name: string; readonly rights: RequiredPermissions }[];
};

/** tests/permissions/pages.tsv: every page, by hand. */
export const pageRows: readonly PageRow[] = tableRows('pages.tsv').map(
  ([path = '', rights = '', buttons = '']) => ({
    path,
    rights: permissionsFrom(rights),
    buttons: buttons
      .split('; ')
      .filter(text => text !== '')
      .map(text => {
        const [name = '', required = ''] = text.split(' = ');
        return { name, rights: permissionsFrom(required) };
      }),
  }),
);

/** The paths of every page for users, by their first part. */
export const pagesByArea: ReadonlyMap<string, readonly string[]> = byArea();

function byArea(): Map<string, string[]> {
  const areas = new Map<string, string[]>();
  for (const { path, rights } of pageRows) {
    if (rights === 'public') continue;
    const [, area = ''] = path.split('/');
    areas.set(area, [...(areas.get(area) ?? []), path]);
  }
  return areas;
}

/** For each page of one record, which one to open: an id, found by SQL in the demo data. */
const recordOf: Readonly<Record<string, string>> = {
  '/users/edit/{id}': `select max(id) from users where id not in (select user_id from user_roles where role_id = 1)`,
  '/suppliers/{id}': `select supplier_id from purchase_orders order by id desc limit 1`,
  '/products/edit/{id}': `select max(id) from products where status = 'active'`,
  '/products/{id}': `select max(id) from products where status = 'active'`,
  '/customers/edit/{id}': `select max(id) from customers where not is_walk_in and merged_into_id is null`,
  '/customers/view/{id}': `select max(id) from customers where not is_walk_in and merged_into_id is null`,
  // Ones with an allocation that can be removed.
  '/wallet/customer/{id}': `select i.customer_id from allocations a join party_items i on i.id = a.credit_item_id
    where i.customer_id is not null and i.document_type = 'customer_payment' and a.amount_pence > 0 order by a.id desc limit 1`,
  '/wallet/supplier/{id}': `select i.supplier_id from allocations a join party_items i on i.id = a.debit_item_id
    where i.supplier_id is not null and i.kind = 'payment' order by a.id desc limit 1`,
  '/purchases/{id}': `select max(id) from purchase_orders where status = 'draft'`,
  '/purchases/{id}/edit': `select max(id) from purchase_orders where status = 'draft'`,
  // One with something to pay, so that a payment is offered.
  '/purchases/bills/{id}': `select max(document_id) from party_items
    where document_type = 'supplier_bill' and kind = 'bill' and amount_pence > allocated_pence`,
  '/sales/pos-new/edit/{id}': `select max(id) from sales`,
  '/sales/pos-new/quote/{id}': `select max(id) from quotes`,
  '/sales/quotes/{id}': `select max(id) from quotes`,
  // One with something to pay, so that a payment is offered.
  '/sales/invoices/{id}': `select max(document_id) from party_items
    where document_type = 'sale' and kind = 'invoice' and amount_pence > allocated_pence`,
  '/sales/tills/{id}': `select max(id) from till_sessions`,
  '/stock/adjustments/{id}': `select max(id) from stock_adjustments`,
  '/stock/counts/{id}': `select max(id) from stock_counts where status = 'counting'`,
  '/employees/edit/{id}': `select max(id) from employees where status = 'active'`,
  '/employees/{id}': `select max(id) from employees where status = 'active'`,
  '/expenses/edit/{id}': `select max(id) from expenses where status = 'draft'`,
  '/expenses/{id}': `select max(id) from expenses where status = 'submitted'`,
  '/imports/{id}': `select max(id) from imports`,
  '/journals/{id}': `select max(id) from journals`,
  '/vat-adjustments/{id}': `select max(id) from vat_adjustments`,
};

/** The address of a page in this database. */
export async function addressOfPage(db: Database, path: string): Promise<string> {
  if (path === '/reports/vat-return/{to}') {
    const today = londonDate(demoDay);
    const { rows } = await sql<{ to: string }>`
      select (date_trunc('quarter', ${today}::date) - interval '1 day')::date::text as to`.execute(db);
    return path.replace('{to}', rows[0]?.to ?? '');
  }
  if (!path.includes('{id}')) return path;
  const found = recordOf[path];
  if (found === undefined)
    throw new Error(`Say in tests/support/page-permissions.ts which record ${path} shows.`);
  const { rows } = await sql.raw<{ id: number | null }>(`select (${found}) as id`).execute(db);
  const id = rows[0]?.id;
  if (!id) throw new Error(`There is no record for ${path}: ${found}`);
  return path.replace('{id}', String(id));
}

/** The names of a page's actions: its buttons, its links to forms, and the items of its More menus. */
async function offeredAt(page: Page): Promise<string[]> {
  const main = page.getByRole('main');
  const names = await main
    .locator(
      'button:visible, a[href*="/create"]:visible, a[href*="/edit"]:visible, a[href*="/pos-new"]:visible',
    )
    .evaluateAll(all => all.map(one => (one.ariaLabel ?? one.textContent ?? '').trim()));
  const menus = main.locator('[aria-haspopup="menu"]');
  const ofMore = await menus.evaluateAll(all =>
    all.map(one => (one.ariaLabel ?? (one as HTMLElement).innerText).startsWith('More')),
  );
  for (const [place] of ofMore.entries()) {
    if (!ofMore[place]) continue;
    await menus.nth(place).click();
    await page.getByRole('menuitem').first().waitFor();
    const entries = await page.getByRole('menuitem').allInnerTexts();
    names.push(...entries.map(entry => `More > ${entry.replaceAll(/\s+/g, ' ')}`));
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
  }
  return names;
}

/** Whether an action matches a name; "Edit *" matches any that starts so. */
const isNamed = (pattern: string, name: string): boolean =>
  pattern.endsWith(' *') ? name.startsWith(pattern.slice(0, -2)) : name === pattern;

const isEnough = (rights: RequiredPermissions, held: readonly string[] | 'administrator') =>
  held === 'administrator' ||
  (rights !== 'administrator' &&
    (typeof rights === 'string' || smallest(rights).some(set => set.every(right => held.includes(right)))));

/** The buttons of the shown page that are offered although a permission is missing, or missing although it is not. */
export async function wrongButtons(
  page: Page,
  { path, buttons }: PageRow,
  held: readonly string[] | 'administrator',
): Promise<string[]> {
  if (buttons.length === 0) return [];
  const offered = await offeredAt(page);
  return buttons.flatMap(({ name, rights }) => {
    const isPresent = offered.some(one => isNamed(name, one));
    if (isPresent === isEnough(rights, held)) return [];
    return [`${path}: ${name} ${isPresent ? 'is' : 'is not'} offered`];
  });
}

const broken = [
  'Access Denied',
  'Page not found',
  'Something went wrong',
  'Failed to load',
  'You do not have',
];

/** Opens an address: first the product, then the page within it, as a link does. */
export async function goTo(page: Page, address: string): Promise<void> {
  if (page.url() === 'about:blank') await page.goto(address);
  else await page.evaluate(path => history.pushState({}, '', path), address);
  await settled(page);
}

/**
 * Opens an address and returns everything that failed: a refused request, an error notification, an error text, or
 * another page than requested.
 */
export async function problemsAt(page: Page, address: string): Promise<string[]> {
  const problems: string[] = [];
  const hear = (response: { status(): number; url(): string; request(): { method(): string } }) => {
    if (response.status() >= 400)
      problems.push(
        `${response.request().method()} ${new URL(response.url()).pathname}: ${response.status()}`,
      );
  };
  page.on('response', hear);
  await goTo(page, address);
  page.off('response', hear);
  const found = await page.evaluate(() => ({
    reached: location.pathname,
    hasHeading: document.querySelector('h1') !== null,
    words: document.body.innerText,
    notices: [...document.querySelectorAll<HTMLElement>('.mantine-Notification-root')].map(
      notice => notice.innerText,
    ),
  }));
  if (found.reached !== address) problems.push(`it goes on to ${found.reached}`);
  if (!found.hasHeading) problems.push('there is no heading');
  problems.push(...broken.filter(text => found.words.includes(text)), ...found.notices);
  return problems;
}
