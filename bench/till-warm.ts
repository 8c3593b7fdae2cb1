import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { percentile } from './load';
import { report } from './report';
import { emptyBasket, takenTimes, typeCode, waitForTimes, watchKeys } from './till-keys';

type Till = { readonly address: string; readonly token: string };

/** A shop's old tablet against the machine that measures. Chromium slows pages only, not their workers. */
const slowness = 4;
const openings = 5;
const scans = 40;
/** As in the other till benchmark, each of these has stock left. */
const skuOf = (nth: number) => `SKU-${4_000 + (nth % 900)}`;
const searches = ['kettle', 'SKU-412', 'basket', '5000000', 'towle', 'kettel', 'c4ca lmap'];

/** What a page records about itself, in milliseconds since its address was opened. */
type Recorded = { tiles?: number; field?: number; line?: number; longest: number };

/**
 * A till opened again on a slow device that has the whole catalogue: how soon it sells, and how long it keeps the
 * browser from answering.
 */
export async function measureWarmTill(executablePath: string, till: Till): Promise<void> {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking'],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addInitScript(value => localStorage.setItem('token', value), till.token);
    await context.addInitScript(recordPage);
    await fillDevice(context, till.address);
    const opened: Recorded[] = [];
    for (let nth = 0; nth < openings; nth++) opened.push(await openWarm(context, till.address, nth));
    reportSeconds(
      'search field',
      opened.map(({ field }) => field),
      2,
    );
    reportSeconds(
      'first tiles',
      opened.map(({ tiles }) => tiles),
      2,
    );
    reportSeconds(
      'first scan is a line',
      opened.map(({ line }) => line),
      2,
    );
    reportMs('longest task while opening', Math.max(...opened.map(({ longest }) => longest)));
    await measureKeys(context, till.address);
  } finally {
    await browser.close();
  }
}

/** Runs in the page before its own scripts. */
function recordPage(): void {
  const recorded: Recorded = { longest: 0 };
  Object.assign(globalThis, { recorded });
  const marks = { tiles: 'button.till-tile', field: '.till-search input', line: '.till-line' } as const;
  const look = () => {
    for (const [name, selector] of Object.entries(marks) as [keyof typeof marks, string][])
      if (recorded[name] === undefined && document.querySelector(selector))
        recorded[name] = performance.now();
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) recorded.longest = Math.max(recorded.longest, duration);
  }).observe({ type: 'longtask', buffered: true });
}

const read = (page: Page) => page.evaluate(() => (globalThis as unknown as { recorded: Recorded }).recorded);

/** The first opening, which loads every product from the server. */
async function fillDevice(context: BrowserContext, address: string): Promise<void> {
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(`${address}/sales/pos`);
  await page.getByRole('button', { name: 'Sell here' }).click();
  await page.locator('button.till-tile').first().waitFor();
  // Customers, stock and the files for working offline are stored after the products.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForTimeout(8_000);
  const { tiles = 0, field = 0, longest } = await read(page);
  reportMs('longest task', longest, firstTitle);
  report({
    name: firstTitle,
    figure: 'first tiles after the search field',
    unit: 's',
    value: (tiles - field) / 1000,
    target: '',
    met: true,
  });
  await page.close();
}

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  return page;
}

/** Scans as soon as there is a field, as a cashier does who waits for nothing else. */
async function openWarm(context: BrowserContext, address: string, nth: number): Promise<Recorded> {
  const page = await slowPage(context);
  await page.goto(`${address}/sales/pos`, { waitUntil: 'commit' });
  await page.locator('.till-search input').waitFor();
  await typeCode(page, skuOf(nth));
  await page.locator('.till-line').first().waitFor();
  await page.locator('button.till-tile').first().waitFor();
  // Whatever starts late would disturb the cashier too.
  await page.waitForTimeout(4_000);
  const recorded = await read(page);
  await emptyBasket(page);
  await page.close();
  return recorded;
}

async function measureKeys(context: BrowserContext, address: string): Promise<void> {
  const page = await slowPage(context);
  await page.goto(`${address}/sales/pos`);
  await page.locator('button.till-tile').first().waitFor();
  await page.waitForTimeout(4_000);
  await watchKeys(page, { keys: '^Enter$', shown: '.till-total dd' });
  const lines: number[] = [];
  for (let scan = 0; scan < scans; scan++) {
    await typeCode(page, skuOf(scan));
    await waitForTimes(page);
    lines.push(...(await takenTimes(page)));
    if (scan % 20 === 19) await emptyBasket(page);
  }
  reportP95('scan to line', lines, 50);
  await page.reload();
  await page.locator('button.till-tile').first().waitFor();
  await page.waitForTimeout(4_000);
  await watchKeys(page, { keys: '^.$', shown: '.till-products' });
  const field = page.getByRole('combobox', { name: 'Scan or search products' });
  for (const text of [...searches, ...searches]) {
    await field.pressSequentially(text, { delay: 150 });
    await page.waitForTimeout(300);
    await field.press('Escape');
    await page.waitForTimeout(100);
  }
  reportP95('search as you type', await takenTimes(page), 100);
  await page.close();
}

const title = `till at ${slowness}× slower, catalogue on the device`;
const firstTitle = 'till, very first opening, not slowed';

function reportSeconds(figure: string, times: readonly (number | undefined)[], limit: number): void {
  const value = Math.max(...times.map(time => time ?? Number.POSITIVE_INFINITY)) / 1000;
  report({
    name: title,
    figure: `${figure}, slowest of ${times.length}`,
    unit: 's',
    value,
    target: `at most ${limit}`,
    met: value <= limit,
  });
}

const reportMs = (figure: string, value: number, name = title) =>
  report({ name, figure, unit: 'ms', value, target: '', met: true });

function reportP95(figure: string, times: readonly number[], limit: number): void {
  const value = percentile(
    times.toSorted((one, other) => one - other),
    95,
  );
  report({
    name: title,
    figure: `${figure}, p95 of ${times.length}, key to picture`,
    unit: 'ms',
    value,
    target: `at most ${limit}`,
    met: value <= limit,
  });
}
