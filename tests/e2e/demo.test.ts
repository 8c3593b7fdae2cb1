import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { audit } from '#domain/audit/audit.contract';
import { namesWithoutWords } from '#domain/audit/history-words';
import { dashboard } from '#domain/dashboard/dashboard.contract';
import { settlement } from '#domain/expenses/expense.status';
import { allPermissions } from '#domain/kernel/permissions';
import { paymentMethod, paymentStatus } from '#domain/payments/payment.status';
import { purchaseOrderStatus } from '#domain/purchase-orders/purchase-order.status';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { breachesOf } from '../support/books';
import { signInWith } from '../support/sign-in';
import { type Shop, useShop } from '../support/browser';
import { demoDay } from '../support/demo-template';
import { settled } from '../support/settled';
import { unreadableWords } from '../support/unreadable';
import { namelessButtons, walkLinks } from '../support/crawl-pages';
import { startTestApp, type TestApp } from '../support/test-app';
import { demoAccounts } from '../../server/demo/demo-accounts';
import { fillWithDemoData } from '../../server/demo/fill-with-demo-data';

const open = useShop({ data: 'demo' });
let shop: Shop;
let other: TestApp;
// The other database is filled again, not copied.
beforeAll(async () => {
  shop = open();
  other = await startTestApp();
  await fillWithDemoData(other.db, demoDay);
}, 600_000);
afterAll(() => other.close());

const distinct = async (column: string, table: string) => {
  const { rows } = await sql<{ value: string }>`
    select distinct ${sql.ref(column)} as value from ${sql.table(table)}`.execute(shop.db);
  return rows.map(({ value }) => value).sort();
};
const count = async (condition: string) => {
  const { rows } = await sql
    .raw<{ count: number }>(`select count(*) as count from ${condition}`)
    .execute(shop.db);
  return rows[0]?.count ?? -1;
};

describe('demo data', () => {
  test('every account can sign in with the printed password, and has its role', async () => {
    for (const { email, password, role } of demoAccounts) {
      const { status, reply } = await signInWith(shop.anonymous, { body: { email, password } });
      expect(status, email).toBe(200);
      expect(reply.user.roles).toMatchObject([{ name: role }]);
      expect(reply.user.must_change_password).toBe(false);
    }
    expect(demoAccounts.map(({ role }) => role)).toEqual(['admin', 'Cashier', 'Buyer', 'Auditor']);
  });

  test("F85 the company's whole audit log reads in words: no field names, ids, hashes or JSON", async () => {
    const reader = await shop.as('view_audit', 'view_cost');
    const { reply } = await reader.call(audit.list, { query: { per_page: '1000' } });
    expect(reply.data.length).toBeGreaterThan(900);
    const history = reply.data.flatMap(({ changes }) => changes);
    expect(history.map(({ words }) => words)).toContain('Float set to £100.00');
    const unclear = history.filter(
      ({ label, words }) =>
        // Only text that users typed, such as the local part of an email address, has lower-case words joined by
        // underscores.
        /[a-z]_[a-z]|_pence|[{}[\]"]|[0-9a-f]{32}|undefined|null|T\d\d:\d\d|\bid\b/.test(words) ||
        label === '',
    );
    expect(unclear.map(({ words }) => words)).toEqual([]);
    const unnamed = new Set(
      reply.data.flatMap(entry =>
        entry.record_type === 'stock_count'
          ? []
          : [entry.before, entry.after].flatMap(facts => namesWithoutWords(facts)),
      ),
    );
    expect([...unnamed]).toEqual([]);
  });

  test('there is enough of everything, in every status', async () => {
    expect(await count('suppliers')).toBeGreaterThanOrEqual(60);
    expect(await count('customers')).toBeGreaterThanOrEqual(30);
    expect(await count('customers where merged_into_id is not null')).toBe(1);
    const orders = await count('purchase_orders');
    expect(orders).toBeGreaterThan(150);
    expect(orders).toBeLessThan(260);
    expect(await distinct('status', 'purchase_orders')).toEqual([...purchaseOrderStatus.options].sort());
    expect(
      await count('stock_pools s join products p on p.id = s.product_id where s.quantity <= p.reorder_level'),
    ).toBeGreaterThan(5);
    expect(await distinct('status', 'payments')).toEqual([...paymentStatus.options].sort());
    expect(await distinct('method', 'payments')).toEqual([...paymentMethod.options].sort());
    expect(await distinct('direction', 'payments')).toEqual(['in', 'out']);
    for (const table of ['categories', 'sub_categories', 'brands', 'units', 'expense_categories'])
      expect(await distinct('status', table), table).toEqual(['active', 'inactive']);
    expect(await distinct('status', 'expenses')).toEqual([
      'approved',
      'draft',
      'paid',
      'rejected',
      'submitted',
    ]);
    expect(await distinct('settlement', 'expenses')).toEqual([...settlement.options].sort());
    expect(await distinct('status', 'employees')).toEqual(['active', 'left', 'on_leave']);
    expect(await count('employees where user_id is not null')).toBe(4);
    expect(await count('time_entries')).toBeGreaterThan(15);
    for (const table of ['price_groups', 'price_group_prices', 'quantity_breaks', 'promotions'])
      expect(await count(table), table).toBeGreaterThan(0);
  });

  test('no order is paid beyond its total, and nothing happens after today', async () => {
    const paid = `(select coalesce(sum(case direction when 'out' then a.amount_pence else -a.amount_pence end), 0)
      from payment_allocations a join payments p on p.id = a.payment_id
      where a.purchase_order_id = o.id and p.status = 'completed')`;
    expect(await count(`purchase_orders o where ${paid} > total_pence`)).toBe(0);
    expect(await count(`purchase_orders o where ${paid} < 0`)).toBe(0);
    expect(
      await count(`purchase_orders where order_date > '2026-11-22' or expected_delivery_date < order_date`),
    ).toBe(0);
    expect(
      await count(`payments p join payment_allocations a on a.payment_id = p.id join purchase_orders o on o.id = a.purchase_order_id
        where p.payment_date < o.order_date or p.payment_date > '2026-11-22' or p.supplier_id <> o.supplier_id`),
    ).toBe(0);
    expect(
      await count(`suppliers s join purchase_orders o on o.supplier_id = s.id
        where o.order_date < (s.created_at at time zone 'Europe/London')::date`),
    ).toBe(0);
  });

  test('the books balance, stock is on hand, and all checks pass', async () => {
    expect(await breachesOf(shop.db)).toEqual([]);
    expect(await count('stock_pools where quantity > 0')).toBeGreaterThan(30);
    expect(await count('supplier_returns')).toBeGreaterThan(0);
    expect(await distinct('status', 'stock_counts')).toEqual(['counting', 'posted']);
    expect(await count(`stock_movements where kind = 'count'`)).toBeGreaterThan(1);
  });

  test('the screens have data to show, and the audit chain is intact', async () => {
    const admin = await shop.as('admin');
    const { reply: figures } = await admin.call(dashboard.show);
    expect(figures.suppliers?.owed_most).toHaveLength(5);
    expect(figures.suppliers?.inactive).toBeGreaterThan(0);
    const { data } = (await admin.call(suppliers.list)).reply;
    expect(data.filter(row => row.total_purchase_orders > 0).length).toBeGreaterThan(4);
    expect((await admin.call(audit.verify)).reply.intact).toBe(true);
  });

  test('is the same on every machine, and only fills an empty database', async () => {
    const rows = async ({ db }: TestApp) => ({
      suppliers: await db.selectFrom('suppliers').selectAll().orderBy('id').execute(),
      orders: await db.selectFrom('purchase_orders').selectAll().orderBy('id').execute(),
      // The walk-in customer is as old as its database.
      customers: await db
        .selectFrom('customers')
        .selectAll()
        .where('is_walk_in', '=', false)
        .orderBy('id')
        .execute(),
      payments: await db.selectFrom('payments').selectAll().orderBy('id').execute(),
    });
    expect(await rows(other)).toEqual(await rows(shop));
    const before = await other.digest();
    await expect(fillWithDemoData(other.db, demoDay)).rejects.toThrow('already in use');
    expect(await other.digest()).toBe(before);
  });
});

describe('R-08 no menu entry, button or link leads nowhere', () => {
  const walk = async (page: Page) => {
    const menu = page.getByRole('navigation', { name: 'Main' });
    await menu.getByRole('link').first().waitFor();
    const folded = menu.locator('[aria-expanded="false"]');
    while ((await folded.count()) > 0) await folded.first().click();
    const nameless: string[] = [];
    const unreadable: string[] = [];
    const { places, problems } = await walkLinks(page, async place => {
      nameless.push(...(await namelessButtons(page)).map(button => `${place}: ${button}`));
      unreadable.push(...(await unreadableWords(page)).map(word => `${place}: ${word}`));
    });
    expect.soft(problems).toEqual([]);
    expect.soft(nameless).toEqual([]);
    expect.soft(unreadable).toEqual([]);
    return places;
  };

  test.each(demoAccounts)('for the $role', async ({ email, password }) => {
    const { reply } = await signInWith(shop.anonymous, { body: { email, password } });
    const page = await shop.open();
    await page.addInitScript(token => localStorage.setItem('token', token), reply.token);
    await page.goto('/dashboard');
    const places = await walk(page);
    expect(places.length).toBeGreaterThan(8);
  });

  // Takes most of an hour: EVERY_RIGHT=1 npx vitest run tests/e2e/demo -t 'a user with'
  const walked = process.env.EVERY_RIGHT ? allPermissions : [];
  test.each(walked)(
    'for a user with one permission, %s',
    async right => {
      const page = await shop.openAs([right], '/profile');
      const places = await walk(page);
      console.info(`${right}: ${places.length} places`);
    },
    300_000,
  );

  // Pages show more links to users with many permissions than to users with one.
  test.each(walked.filter(right => right.startsWith('view_')))(
    'for a user with all permissions but %s',
    async without => {
      const page = await shop.openAs(
        allPermissions.filter(right => right !== without),
        '/profile',
      );
      const places = await walk(page);
      console.info(`all but ${without}: ${places.length} places`);
    },
    900_000,
  );
});

/** Actions for read-only users, which do not change the record. */
const looking =
  /^(Page \d+|Previous page|Next page|More|Search|PDF|Print labels|Receipt \(copy\)|Gift receipt|Email|Count sheet.*|Show pay details|Export Details|Add note|Open calendar|[XZ] report.*|Product|Variance|Value)$/;
/** For tills: `view_pos` is the permission to sell. */
const selling = /^(Cash|Pay in|Pay out|Drop to safe|Open drawer)$/;

describe('R-07 a read-only user', () => {
  /** A page for each kind of record, and for documents one in each status, because actions depend on it. */
  const pages: Readonly<Record<string, string>> = {
    products: '/products/',
    suppliers: '/suppliers/',
    customers: '/customers/view/',
    purchase_orders: '/purchases/',
    sales: '/sales/invoices/',
    quotes: '/sales/quotes/',
    employees: '/employees/',
    expenses: '/expenses/',
    till_sessions: '/sales/tills/',
    stock_counts: '/stock/counts/',
    journals: '/journals/',
  };

  test('sees no button, link or shortcut on their pages that would be refused', async () => {
    const views = allPermissions.filter(right => right.startsWith('view_'));
    const page = await shop.openAs(views, '/profile');
    await settled(page);
    const documents = new Set(['purchase_orders', 'expenses', 'quotes', 'till_sessions', 'stock_counts']);
    const found: string[] = [];
    for (const [table, address] of Object.entries(pages)) {
      const { rows } = await sql<{ id: number }>`
        select max(id) as id from ${sql.table(table)} ${documents.has(table) ? sql`group by status` : sql``}`.execute(
        shop.db,
      );
      expect(rows.length, table).toBeGreaterThan(0);
      for (const { id } of rows) {
        const place = `${address}${id}`;
        await page.evaluate(path => history.pushState({}, '', path), place);
        await settled(page);
        const main = page.getByRole('main');
        const offered = await main
          .locator('button:visible, a[href*="/create"]:visible, a[href*="/edit"]:visible')
          .evaluateAll(all => all.map(one => (one.ariaLabel ?? one.textContent ?? '').trim()));
        for (const menu of await main.locator('[aria-haspopup="menu"]').all()) {
          await menu.click();
          await page.getByRole('menuitem').first().waitFor();
          offered.push(...(await page.getByRole('menuitem').allInnerTexts()));
          await page.keyboard.press('Escape');
          await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
        }
        for (const key of 'abcdeinprs') await page.keyboard.press(key);
        await settled(page);
        offered.push(...(await page.getByRole('dialog').allInnerTexts()));
        if (!page.url().endsWith(place)) offered.push(page.url());
        found.push(
          ...offered
            .filter(name => !looking.test(name) && !(table === 'till_sessions' && selling.test(name)))
            .map(name => `${table}: ${name}`),
        );
      }
    }
    // The button is shown to every user, and the refusal explains it (SD-10).
    expect(found).toEqual(['suppliers: Delete']);
  });
});
