import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { useShop } from '../support/browser';
import { type Figure, figuresOf, linkedFigures } from '../support/figures-of-page';
import { goTo } from '../support/page-permissions';
import { settled } from '../support/settled';
import { playTradingCompany } from '../support/trading-company';

let now = new Date();
const shop = useShop({ clock: () => now });
const [first, second] = ['2031-03-01', '2031-03-15'] as const;

beforeAll(async () => {
  await playTradingCompany(shop(), day => (now = new Date(`${day}T12:00:00Z`)), [first, second]);
});

async function read(page: Page, path: string, column?: string): Promise<Figure[]> {
  // Each test begins at /login, before its clock stands still.
  if (new URL(page.url()).pathname === '/login') await page.goto(path);
  else await goTo(page, path);
  await page.locator('.tile dd, .list-totals strong').first().waitFor();
  await settled(page);
  return figuresOf(page, column);
}

/** Every name with its figures on all pages; names on a single page are left out. */
function shared(screens: Readonly<Record<string, readonly Figure[]>>): Map<string, Map<string, string>> {
  const found = new Map<string, Map<string, string>>();
  for (const [screen, figures] of Object.entries(screens))
    for (const { label, text } of figures)
      found.set(label, (found.get(label) ?? new Map<string, string>()).set(screen, text));
  return new Map([...found].filter(([, places]) => places.size > 1));
}

function expectOneFigureEach(screens: Readonly<Record<string, readonly Figure[]>>, names: readonly string[]) {
  const found = shared(screens);
  for (const [name, places] of found)
    expect(new Set(places.values()).size, `${name}: ${JSON.stringify([...places])}`).toBe(1);
  expect([...found.keys()].sort()).toEqual([...names].sort());
}

test('F69 a figure of a day or a month is the same on every screen under one name', async () => {
  const page = await shop().openAs(['admin'], '/login');
  await page.clock.setFixedTime(now);
  const days = (from: string) => ({
    'sales summary': `/reports/sales-summary?from=${from}&to=${second}`,
    'profit and loss': `/reports/profit-loss?from=${from}&to=${second}`,
    margins: `/reports/product-margins?from=${from}&to=${second}`,
  });
  const board = await read(page, '/dashboard');
  for (const [from, column, own] of [
    [second, 'Period', (label: string) => (label.endsWith(' this month') ? null : label)],
    [
      '2031-03-01',
      'Month to date',
      (label: string) => (label.endsWith(' this month') ? label.replace(' this month', '') : null),
    ],
  ] as const) {
    const screens: Record<string, Figure[]> = {
      dashboard: board.flatMap(({ label, ...figure }) => {
        const name = own(label);
        return name === null ? [] : [{ ...figure, label: name }];
      }),
      business: await read(page, '/reports/business-dashboard?period=today', column),
    };
    for (const [screen, path] of Object.entries(days(from))) screens[screen] = await read(page, path);
    const month = from !== second;
    expectOneFigureEach(screens, [
      'Net takings',
      'Net revenue',
      'Average sale',
      'Sales',
      'Refunds',
      'Revenue',
      'Cost of goods sold',
      'Profit on sales',
      'Margin',
      'Cost of sales',
      'Gross profit',
      'Gross margin',
      'Other income',
      'Overheads',
      'Net profit before tax',
      // The tiles of the position are on both dashboards.
      ...(month
        ? []
        : ['Low stock', 'Out of stock', 'Stock value', 'Open orders', 'Cash', 'Bank', 'Overdue']),
    ]);
  }
  // Three units of tea at £1.00 were stolen, an expense of £10.00 and one of £20.00, wages of £20.00.
  const profit = Object.fromEntries(
    (await read(page, days('2031-03-01')['profit and loss'])).map(({ label, text }) => [label, text]),
  );
  expect(profit).toMatchObject({
    Revenue: '£10.00',
    'Cost of sales': '£8.00',
    'Gross profit': '£2.00',
    Overheads: '£50.00',
    'Net profit before tax': '−£48.00',
  });
});

test('F69 each figure of the position is the same on every screen', async () => {
  const page = await shop().openAs(['admin'], '/login');
  await page.clock.setFixedTime(now);
  const ofPage = new Set(['Not due', '1–30 days', '31–60 days', '61–90 days', 'Over 90 days']);
  const own = (figures: Figure[]) =>
    figures.filter(({ label }) => !ofPage.has(label) && label !== 'Unallocated' && label !== 'Total');
  const trade = new Set(['Net takings', 'Sales', 'Average sale', 'Refunds', 'Gross profit', 'Gross margin']);
  const board = (await read(page, '/dashboard')).filter(({ label }) => !trade.has(label));
  const business = await read(page, '/reports/business-dashboard?period=today', 'none');
  expectOneFigureEach(
    {
      dashboard: board,
      business,
      debtors: own(await read(page, '/aged-debtors')),
      creditors: own(await read(page, '/aged-creditors')),
      orders: await read(page, '/purchases?open=yes'),
      suppliers: own(await read(page, '/suppliers')),
    },
    [
      'Receivables',
      'Overdue',
      'Customer credit held',
      'Payables',
      'Supplier prepayments',
      'Bills overdue',
      'Cash',
      'Bank',
      'Low stock',
      'Out of stock',
      'Stock value',
      'Open orders',
      'Not yet received',
    ],
  );
});

test.for(['light', 'dark'] as const)(
  'F85 overdue amounts are red, and brand, information and success have colours of their own (%s)',
  async colours => {
    const page = await shop().openAs(['admin'], '/dashboard', { colours });
    await page.clock.setFixedTime(now);
    await read(page, '/dashboard');
    const colourOf = (variable: string) =>
      page.evaluate(colour => {
        const probe = document.createElement('i');
        probe.style.color = colour;
        document.body.append(probe);
        const found = getComputedStyle(probe).color;
        probe.remove();
        return found;
      }, variable);
    const tile = (label: string) =>
      page
        .locator('main .tile', { has: page.getByText(label, { exact: true }) })
        .locator('dd .figures')
        .first();
    const inked = (label: string) => tile(label).evaluate(node => getComputedStyle(node).color);
    expect(await inked('Bills overdue')).toBe(await colourOf('var(--money-owed)'));
    // A link has the colour around it (decision 223), and a figure that is one is neither good nor bad news.
    expect(await inked('Net takings')).toBe(await colourOf('var(--mantine-color-text)'));
    const hues = await Promise.all(
      ['var(--mark)', 'var(--mantine-color-info-8)', 'var(--money-clear)', 'var(--money-owed)'].map(
        async variable => hueOf(await colourOf(variable)),
      ),
    );
    for (const [index, hue] of hues.entries())
      for (const other of hues.slice(index + 1))
        expect(Math.min(Math.abs(hue - other), 360 - Math.abs(hue - other)), hues.join(' ')).toBeGreaterThan(
          35,
        );
  },
);

/** "rgb(31, 107, 76)" → 155: the hue of a colour. */
function hueOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  const max = Math.max(red, green, blue);
  const range = max - Math.min(red, green, blue);
  const sixth =
    max === red
      ? (green - blue) / range
      : max === green
        ? 2 + (blue - red) / range
        : 4 + (red - green) / range;
  return (sixth * 60 + 360) % 360;
}

const days = `from=${first}&to=${second}`;

test('F70 every figure of dashboards and reports leads to a page that shows it', async () => {
  const page = await shop().openAs(['admin'], '/login');
  await page.clock.setFixedTime(now);
  const followed = await followFigures(page, [
    '/dashboard',
    '/reports/business-dashboard?period=today',
    `/reports/profit-loss?${days}`,
    `/reports/product-margins?${days}`,
    `/reports/payment-transactions?${days}`,
    `/reports/sales-summary?${days}`,
  ]);
  expect(followed).toBeGreaterThan(60);
});

test('F70 K8 without permission to see pay, a figure without wages opens no page with them, and none opens one without', async () => {
  const page = await shop().openAs(
    ['view_dashboard', 'view_ledger', 'view_cost', 'view_sale', 'view_expense'],
    '/login',
  );
  await page.clock.setFixedTime(now);
  await followFigures(page, [`/reports/profit-loss?${days}`, `/reports/payment-transactions?${days}`]);
  const labels = (await read(page, `/reports/payment-transactions?${days}`)).map(({ label }) => label);
  expect(labels).toEqual(
    expect.arrayContaining(['Money in excluding wages', 'Money out excluding wages', 'Net excluding wages']),
  );
  // Wages that were reversed are money in, which each account has in full.
  const accounts = page.getByRole('table', { name: 'Accounts' });
  await accounts.getByText('1020 Bank').waitFor();
  expect(await accounts.getByRole('link', { name: /view payments/ }).count()).toBe(0);
});

/** Follows each figure of some pages, and how many there were. */
async function followFigures(page: Page, sources: readonly string[]): Promise<number> {
  const followed = new Set<string>();
  for (const source of sources) {
    await read(page, source);
    const links = await linkedFigures(page);
    expect(links.length, source).toBeGreaterThan(7);
    for (const { href, text } of links) {
      const key = `${href} ${text}`;
      // Emails have no list with a total: the folder shows how many were not delivered, and nothing at zero.
      if (followed.has(key) || (href.startsWith('/emails/inbox') && text === '0')) continue;
      followed.add(key);
      await goTo(page, href);
      // A document may show the figure with the sign of its side.
      await expect
        .poll(() => shows(page, text.replace(/^−/, '')), { message: `${source}: ${text} at ${href}` })
        .toBe(true);
    }
  }
  return followed.size;
}

/** Whether a page shows an amount, or a count as a total or a tile. */
const shows = (page: Page, figure: string): Promise<boolean> =>
  page.evaluate(expected => {
    const main = document.querySelector('main')?.innerText ?? '';
    // An empty list says so instead of its totals.
    const isEmpty = document.querySelector('main [data-empty]') !== null;
    if (expected === '£0.00' && isEmpty) return true;
    if (expected.startsWith('£')) return main.includes(expected);
    if (expected === '—') return true;
    const tiles = [...document.querySelectorAll('main .tile dd')].map(tile =>
      (tile.textContent ?? '').replace(/^−/, ''),
    );
    return main.includes(`Total: ${expected}`) || tiles.some(tile => tile.startsWith(expected));
  }, figure);
