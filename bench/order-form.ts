import { type CDPSession, chromium, type Page } from 'playwright-core';
import { percentile } from './load';
import { report } from './report';

type Shop = { readonly address: string; readonly token: string };

/** An old office computer against the machine that measures. */
const slowness = 6;
/** As many as an order can have. */
const lineCount = 500;
const openings = 5;
const keysTyped = 40;
const title = `order of ${lineCount} lines at ${slowness}× slower`;

/** What a page records about itself, in milliseconds. */
type Recorded = { clicked: number; open?: number; longest: number };

/**
 * The form of a long order on a slow device (finding F11): how soon the first field can be typed in, and how long the
 * browser is busy with each key.
 */
export async function measureOrderForm(executablePath: string, shop: Shop): Promise<void> {
  const order = await addOrder(shop);
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking'],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addInitScript(value => localStorage.setItem('token', value), shop.token);
    await context.addInitScript(recordOpening);
    const limit = await keyInEmptyPage(await context.newPage());
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    const session = await context.newCDPSession(page);
    const opened: Recorded[] = [];
    for (let nth = 0; nth < openings; nth++)
      opened.push(await openForm(page, session, `${shop.address}/purchases/${order}`));
    reportMs(
      'form open, slowest',
      Math.max(...opened.map(({ open = Number.POSITIVE_INFINITY }) => open)),
      1_000,
    );
    reportMs('longest task while opening', Math.max(...opened.map(({ longest }) => longest)));
    await session.send('Performance.enable');
    for (const line of [1, 250, lineCount]) await measureKeys(page, session, line, limit);
  } finally {
    await browser.close();
  }
}

/** A draft, every other line of which is free text. Returns its id. */
async function addOrder({ address, token }: Shop): Promise<number> {
  const lines = Array.from({ length: lineCount }, (_, at) => ({
    ...(at % 2 === 0 ? { product_id: 1 + (at % 7) } : { description: `Item ${at + 1}` }),
    quantity: '1',
    unit_price: '1.25',
  }));
  const reply = await fetch(`${address}/api/purchases`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ supplier_id: 1, lines }),
  });
  const body = (await reply.json()) as { id?: number };
  if (body.id === undefined) throw new Error(`The order was refused: ${JSON.stringify(body)}`);
  return body.id;
}

/** Runs in the page before its own scripts. The form is open when the frame with its first field is drawn. */
function recordOpening(): void {
  const recorded: { clicked: number; open?: number; longest: number } = { clicked: 0, longest: 0 };
  Object.assign(globalThis, { recorded });
  window.addEventListener(
    'click',
    event => {
      recorded.clicked = event.timeStamp;
      recorded.longest = 0;
    },
    true,
  );
  new MutationObserver(() => {
    if (recorded.open !== undefined || !document.querySelector('.line-grid [data-cell="quantity"]')) return;
    recorded.open = Number.NaN;
    requestAnimationFrame(() =>
      setTimeout(() => {
        recorded.open = performance.now() - recorded.clicked;
      }),
    );
  }).observe(document, { childList: true, subtree: true });
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) recorded.longest = Math.max(recorded.longest, duration);
  }).observe({ type: 'longtask', buffered: true });
}

async function openForm(page: Page, session: CDPSession, address: string): Promise<Recorded> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await page.goto(address);
  await page.getByText('Item 2', { exact: true }).first().waitFor();
  const edit = page
    .getByRole('link', { name: 'Edit', exact: true })
    .or(page.getByRole('button', { name: 'Edit', exact: true }));
  await edit.first().waitFor();
  // The files of the form are loaded with the first click; this is about opening it, not about the network.
  await page.waitForTimeout(1_500);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  await edit.first().click();
  await page.waitForFunction(() => (globalThis as unknown as { recorded: Recorded }).recorded.open! > 0);
  // Whatever starts late would disturb the typist too.
  await page.waitForTimeout(2_000);
  return page.evaluate(() => (globalThis as unknown as { recorded: Recorded }).recorded);
}

/** What the browser itself needs for a key: in the only field of an empty page. */
async function keyInEmptyPage(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await page.setContent('<input>');
  await page.locator('input').focus();
  await session.send('Performance.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  const value = await keyP95(page, session);
  await page.close();
  return value;
}

/** Types digits into a line's quantity, and takes how long the main thread works for each. */
async function measureKeys(page: Page, session: CDPSession, line: number, limit: number): Promise<void> {
  await page
    .locator('.line-grid tbody tr')
    .nth(line - 1)
    .scrollIntoViewIfNeeded();
  await page.getByLabel(`Quantity of line ${line}`, { exact: true }).focus();
  await page.waitForTimeout(1_000);
  reportMs(`a key in line ${line}, p95 of ${keysTyped}, main thread`, await keyP95(page, session), 16, limit);
}

async function keyP95(page: Page, session: CDPSession): Promise<number> {
  const times: number[] = [];
  for (let typed = 0; typed < keysTyped; typed++) {
    const before = await workedMs(session);
    await page.keyboard.press(typed % 2 === 0 ? String(1 + (typed % 9)) : 'Backspace');
    await page.evaluate(() => new Promise(drawn => requestAnimationFrame(() => setTimeout(drawn))));
    times.push((await workedMs(session)) - before);
  }
  return percentile(
    times.toSorted((one, other) => one - other),
    95,
  );
}

async function workedMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

const reportMs = (figure: string, value: number, most?: number, limit?: number) =>
  report({
    name: title,
    figure,
    unit: 'ms',
    value,
    target: most === undefined ? '' : `at most ${most}`,
    met: most === undefined || value <= most,
    ...(limit === undefined ? {} : { limit }),
  });
