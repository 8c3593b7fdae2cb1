import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Permission } from '#domain/kernel/permissions';
import { useShop } from '../support/browser';
import { closedGate } from '../support/gate';
import { pageRows } from '../support/page-permissions';

const shop = useShop();

const answer = (status: number, message?: string) => (route: Route) =>
  route.fulfill({
    status,
    contentType: 'application/json',
    body: message === undefined ? '' : JSON.stringify({ message }),
  });
const person = { name: 'Ada', email: 'ada@firm.example', password: 'correct horse battery' };

/** Adds the only user who signs in through the page. */
async function account(): Promise<typeof person> {
  await shop().app.inject({ method: 'POST', url: '/api/auth/register', payload: person });
  return person;
}

describe('addresses', () => {
  test('R-01 R-03 the public routes exist, / leads to /dashboard, an unknown path shows the 404 page', async () => {
    const page = await shop().open();
    for (const [path, words] of [
      ['/forgot-password', 'Forgot your password?'],
      ['/404', 'Page not found'],
      ['/500', 'Something went wrong'],
      ['/no/such/page', 'Page not found'],
    ] as const) {
      await page.goto(path);
      await page.getByRole('heading', { name: words }).waitFor();
    }
    await page.goto('/register');
    await page.getByText('Company name').waitFor();
    await account();
    await page.goto('/login');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    const signedIn = await shop().openAs(['view_dashboard'], '/');
    await signedIn.waitForURL('**/dashboard');
  });

  test('F109 R-02 R-04 V-02 a user who is not signed in goes to /login and afterwards to the heading of the page they wanted', async () => {
    const { email, password } = await account();
    const page = await shop().open();
    await page.goto('/suppliers?search=paper&status=active');
    await page.waitForURL('**/login?from=**');
    await page.getByLabel('Email').fill(`  ${email}  `);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    const sent = page.waitForRequest('**/api/auth/login');
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect((await sent).postDataJSON()).toEqual({ email, password });
    await page.waitForURL('**/suppliers?search=paper&status=active');
    await page.getByText('No suppliers found').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Suppliers');
  });

  test.each(['//evil.test', '/\\evil.test', 'https://evil.test/', '/login', 'javascript:alert(1)'])(
    'A-OPEN signing in never leads to %s',
    async from => {
      const { email, password } = await account();
      const page = await shop().open();
      await page.goto(`/login?from=${encodeURIComponent(from)}`);
      await page.getByLabel('Email').fill(email);
      await page.getByRole('textbox', { name: 'Password' }).fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL('**/dashboard');
      expect(page.url().startsWith(shop().address)).toBe(true);
    },
  );

  test('R-05 R-06 E-08 shows a spinner while loading; a failed check shows the error and leads to /login', async () => {
    const page = await shop().open();
    await page.addInitScript(() => localStorage.setItem('token', 'x'.repeat(43)));
    const gate = closedGate();
    await page.route('**/api/auth/user', async route => {
      await gate.opened;
      await answer(500, 'Database asleep')(route);
    });
    await page.goto('/suppliers');
    await page.getByRole('status', { name: 'Loading' }).waitFor();
    gate.open();
    const box = page.getByRole('alert');
    await box.getByText('Authentication Error').waitFor();
    await box.getByText('Authentication failed').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await box.getByRole('button', { name: 'Go to Login' }).click();
    await page.waitForURL('**/login*');
  });

  test('R-07 a user without permission is sent to the dashboard, or to a fallback without that permission', async () => {
    const page = await shop().openAs(['view_dashboard'], '/suppliers');
    await page.waitForURL('**/dashboard');
    const other = await shop().openAs(['view_master'], '/suppliers');
    await other.getByRole('heading', { name: 'You do not have access to the dashboard' }).waitFor();
    await other.getByRole('link', { name: 'Units' }).first().waitFor();
  });

  test('R-09 R-10 the sidebar and the light theme are the defaults; ?theme= sets the theme and is remembered', async () => {
    const page = await shop().open();
    await page.addInitScript(
      () =>
        sessionStorage.getItem('cleared') ||
        (localStorage.removeItem('colour-mode'), sessionStorage.setItem('cleared', 'yes')),
    );
    const { token } = await shop().as('view_dashboard', 'view_master');
    await page.addInitScript(value => localStorage.setItem('token', value), token);
    const mode = () =>
      page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme'));
    await page.goto('/dashboard');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Units' }).waitFor();
    expect(await mode()).toBe('light');
    await page.goto('/dashboard?theme=dark');
    expect(await mode()).toBe('dark');
    await page.goto('/masters/units');
    await page.getByRole('heading', { name: 'Units' }).waitFor();
    expect(await mode()).toBe('dark');
    await page.reload();
    expect(await mode()).toBe('dark');
    await page.goto('/masters/units?theme=light');
    await page.getByRole('heading', { name: 'Units' }).waitFor();
    expect(await mode()).toBe('light');
  });
});

describe('refusals of the server', () => {
  const load = async (handler: (route: Route) => Promise<void>) => {
    const page = await shop().openAs(['admin'], '/users');
    await page.getByText('Total: ').waitFor();
    await page.route('**/api/users/export*', handler);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    return page;
  };
  const notice = (page: Page) => page.locator('.mantine-Notification-root');

  test("N-01 N-02 E-02 403: a notification of 8 seconds and a dialog with Close, with the server's message or its own", async () => {
    const page = await load(answer(403, 'Not for you'));
    await notice(page).getByText('Access Denied').waitFor();
    await notice(page).getByText('Not for you').waitFor();
    const dialog = page.getByRole('dialog', { name: 'Access Denied' });
    await dialog.getByText('Not for you').waitFor();
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const bare = await load(answer(403));
    await bare.getByRole('dialog', { name: 'Access Denied' }).getByText('Insufficient permissions').waitFor();
  });

  test.each([
    ['E-03', 404, 'Resource not found'],
    ['E-04', 422, 'Validation failed'],
    ['E-05', 500, 'Server error occurred'],
    ['E-05', 503, 'Server error occurred'],
    ['E-07', 418, 'An unexpected error occurred'],
  ])('%s N-03 %i: an Error notification with the server\'s message, else "%s"', async (_, status, words) => {
    const page = await load(answer(status, 'The server says so'));
    await notice(page).getByText('Error', { exact: true }).waitFor();
    await notice(page).getByText('The server says so').waitFor();
    const bare = await load(answer(status));
    await notice(bare).getByText(words).waitFor();
  });

  test('E-06 no reply: the network error', async () => {
    const page = await load(route => route.abort());
    await notice(page).getByText('Network error. Please check your internet connection.').waitFor();
  });

  test('E-01 T-04 401: the token is removed and the page is /login', async () => {
    const page = await load(answer(401, 'Ended'));
    await page.waitForURL('**/login*');
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });
});

describe('signing in and out', () => {
  const fill = async (page: Page, email = 'ada@firm.example', password = 'wrong password') => {
    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  const alert = (page: Page) => page.getByRole('alert');

  test("E-11 a refusal shows the server's message, else the first field error, else Invalid credentials", async () => {
    await account();
    const page = await shop().open();
    await fill(page);
    await alert(page).getByText('Email or password is wrong, or the account is not active.').waitFor();
    await page.route('**/api/auth/login', route =>
      route.fulfill({
        status: 422,
        contentType: 'application/json',
        body: JSON.stringify({ errors: { email: ['This address is blocked.'] } }),
      }),
    );
    await fill(page);
    await alert(page).getByText('This address is blocked.').waitFor();
    await page.unroute('**/api/auth/login');
    await page.route('**/api/auth/login', answer(401));
    await fill(page);
    await alert(page).getByText('Invalid credentials').waitFor();
  });

  test('E-09 without a server; E-10 with a reply without a token', async () => {
    const page = await shop().open();
    await page.route('**/api/auth/login', route => route.abort());
    await fill(page);
    await alert(page)
      .getByText('Unable to connect to the server. Please check your internet connection.')
      .waitFor();
    await page.unroute('**/api/auth/login');
    await page.route('**/api/auth/login', route =>
      route.fulfill({ status: 200, contentType: 'application/json', body: '{"user":{}}' }),
    );
    await fill(page);
    await alert(page).getByText('Invalid response from server').waitFor();
  });

  test('T-04 C-01 C-05 the token is kept in local storage and sent as a bearer token; signing out clears it', async () => {
    const { email, password } = await account();
    const page = await shop().open();
    await fill(page, email, password);
    await page.waitForURL('**/dashboard');
    const token = await page.evaluate(() => localStorage.getItem('token'));
    expect(token).toMatch(/^[\w-]{43}$/);
    const request = page.waitForRequest('**/api/auth/user');
    await page.reload();
    expect((await request).headers().authorization).toBe(`Bearer ${token}`);
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/login');
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await page.goto('/dashboard');
    await page.waitForURL('**/login*');
  });

  test.each([
    ['Logout failed', answer(500)],
    ['Unable to connect to the server', (route: Route) => route.abort()],
  ])('E-12 %s: reported, and the session is cleared all the same', async (words, handler) => {
    const page = await shop().openAs(['view_dashboard'], '/dashboard');
    await page.route('**/api/auth/logout', handler);
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.locator('.mantine-Notification-root').getByText(words, { exact: true }).waitFor();
    await page.waitForURL('**/login');
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });
});

// every page of the specification's route table, with the permissions it asks for.
const guarded: [path: string, permissions: readonly Permission[]][] = [
  ['/dashboard', ['view_dashboard']],
  ['/users', ['view_user']],
  ['/users/list', ['view_user']],
  ['/users/roles', ['view_user']],
  ['/permission-example', ['view_user']],
  ['/users/create', ['create_user']],
  ['/users/edit/1', ['edit_user']],
  ['/masters/categories', ['view_master']],
  ['/masters/sub-categories', ['view_master']],
  ['/masters/brands', ['view_master']],
  ['/masters/units', ['view_master']],
  ['/masters/expense-categories', ['view_master']],
  ['/products', ['view_product']],
  ['/products/create', ['create_product']],
  ['/products/edit/1', ['edit_product']],
  ['/products/1', ['view_product']],
  ['/customers', ['view_customer']],
  ['/customers/create', ['create_customer']],
  ['/customers/edit/1', ['edit_customer']],
  ['/customers/view/1', ['view_customer']],
  ['/purchases', ['view_purchaseorder']],
  ['/purchases/1', ['view_purchaseorder']],
  ['/purchases/create', ['create_purchaseorder']],
  ['/purchases/1/edit', ['edit_purchaseorder']],
  ['/purchases/purchased', ['view_purchasedorder']],
  ['/employees', ['view_employee']],
  ['/employees/1', ['view_employee']],
  ['/employees/create', ['create_employee']],
  ['/employees/edit/1', ['edit_employee']],
  ['/expenses', ['view_expense']],
  ['/expenses/1', ['view_expense']],
  ['/expenses/create', ['create_expense']],
  ['/expenses/edit/1', ['edit_expense']],
  ['/purchase/suppliers', ['view_supplier']],
  ['/suppliers', ['view_supplier']],
  ['/suppliers/1', ['view_supplier']],
  ['/wallet/customer/1', ['view_ledger']],
  ['/wallet/supplier/1', ['view_ledger']],
  ['/sales/pos', ['view_pos']],
  ['/sales/pos-new', ['view_pos', 'edit_sale']],
  ['/sales/pos-new/edit/1', ['view_pos', 'edit_sale']],
  ['/sales/invoices', ['view_dashboard']],
  ['/sales/invoices/1', ['view_sale']],
  ['/settings', ['view_setting']],
  ['/reports/product-margins', ['view_dashboard']],
  ['/reports/sales-summary', ['view_dashboard']],
  ['/reports/profit-loss', ['view_dashboard']],
  ['/reports/cash-basis', ['view_dashboard']],
  ['/emails/inbox', ['view_email']],
  ['/reports/payment-transactions', ['view_dashboard']],
  ['/reports/business-dashboard', ['view_dashboard']],
];

describe('the route table', () => {
  // page-permissions.test.ts opens every page of the table with exactly these, and /profile with none.
  test('R-08 each page is in the table of pages with the same permissions', () => {
    const needed = new Map(pageRows.map(({ path, rights }) => [path, rights]));
    for (const [path, permissions] of guarded)
      expect(needed.get(path.replace(/\/1(?=\/|$)/, '/{id}')), path).toEqual({
        anyOf: [],
        allOf: permissions.toSorted(),
      });
  });

  /** The permissions that lack only the last one of a page, plus the dashboard's for the redirect. */
  const lacking = new Map<string, string[]>();
  for (const [path, permissions] of guarded) {
    const beside = permissions.includes('view_dashboard') ? [] : ['view_dashboard'];
    const key = [...beside, ...permissions.slice(0, -1)].join(' + ');
    lacking.set(key, [...(lacking.get(key) ?? []), path]);
  }
  test.each([...lacking])(
    'R-08 "%s" is redirected to the dashboard from pages that need more',
    async (key, paths) => {
      const held = key.split(' + ').filter(right => right !== '') as Permission[];
      const page = await shop().openAs(held, '/profile');
      for (const path of paths) {
        await page.getByRole('heading', { name: 'Profile' }).waitFor();
        await page.evaluate(to => history.pushState({}, '', to), path);
        if (held.includes('view_dashboard')) {
          await page.waitForURL('**/dashboard');
          await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
        } else await page.getByText('You do not have access to the dashboard').waitFor();
        await page.evaluate(() => history.pushState({}, '', '/profile'));
      }
    },
  );
});
