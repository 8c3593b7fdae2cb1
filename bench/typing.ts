import { type CDPSession, chromium, type Locator, type Page } from 'playwright-core';
import { drawn, tasksDuring } from './page-tasks';
import { report } from './report';

/** An old office computer against the machine that measures. */
const slowness = 4;
const typed = 'blue mug 12';

type Place = {
  readonly name: string;
  readonly path: string;
  readonly field: (page: Page) => Promise<Locator>;
};

const search = async (page: Page) => {
  await page.locator('tbody tr td a').first().waitFor();
  return page.getByPlaceholder(/^Search/).first();
};

const places: readonly Place[] = [
  { name: 'the search of suppliers', path: '/suppliers', field: search },
  { name: 'the search of products', path: '/products', field: search },
  { name: 'the search of invoices', path: '/sales/invoices', field: search },
  {
    name: 'the search over everything',
    path: '/suppliers',
    field: async page => {
      await search(page);
      await page.keyboard.press('Control+k');
      return page.getByRole('combobox', { name: 'Search pages, actions and records' });
    },
  },
  {
    name: 'the name of a new product',
    path: '/products/create',
    field: async page => page.getByRole('textbox', { name: /^Name/ }),
  },
];

/**
 * Typing on a slow device: how long the browser is busy at a stretch, with the keys and with what they find, because a
 * task of more than 50 ms is felt as a delay.
 */
export async function measureTyping(
  executablePath: string,
  { address, token }: { readonly address: string; readonly token: string },
): Promise<void> {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking'],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addInitScript(value => localStorage.setItem('token', value), token);
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    const session = await context.newCDPSession(page);
    for (const place of places) await measurePlace(page, session, address, place);
  } finally {
    await browser.close();
  }
}

async function measurePlace(
  page: Page,
  session: CDPSession,
  address: string,
  { name, path, field }: Place,
): Promise<void> {
  await page.goto(address + path);
  const place = await field(page);
  await place.focus();
  // What the page loads after its first content would count as typing.
  await page.waitForTimeout(2_000);
  const tasks = await tasksDuring(session, async () => {
    for (const key of typed) {
      await page.keyboard.press(key === ' ' ? 'Space' : key);
      await drawn(page);
    }
    // The answer to the last key is drawn meanwhile.
    await page.waitForTimeout(1_500);
  });
  const value = slowness * Math.max(...tasks);
  report({
    name: `typing into ${name} at ${slowness}× slower`,
    figure: 'longest task',
    unit: 'ms',
    value,
    target: 'at most 50',
    met: value <= 50,
  });
}
