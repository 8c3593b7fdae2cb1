import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';
import { median } from './load';

const runs = 5;

/**
 * The size of sign-in and the first list in JavaScript and CSS (kB, gzipped), and the time until a list is usable (s):
 * opened with an empty cache, and from the menu of a page that is open.
 */
export async function measureBrowser(
  executablePath: string,
  address: string,
  token: string,
): Promise<{ weightKb: number; usableS: number; warmS: number }> {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking'],
  });
  try {
    const weightKb = await weigh(browser, address, token);
    const times: number[] = [];
    for (let run = 0; run < runs; run++) times.push(await openColdly(browser, address, token));
    return { weightKb, usableS: median(times), warmS: await openFromMenu(browser, address, token) };
  } finally {
    await browser.close();
  }
}

/** All scripts and styles that the browser loads from the sign-in page to the first list, each once. */
async function weigh(browser: Browser, address: string, token: string): Promise<number> {
  const weights = new Map<string, Promise<number>>();
  const page = await browser.newPage();
  page.on('response', response => {
    const url = response.url();
    // The shared worker is loaded after the page is ready, and not by the page.
    if (!/\.(?:js|css)$/.test(new URL(url).pathname) || url.includes('/live-worker') || weights.has(url))
      return;
    weights.set(
      url,
      response.body().then(body => gzipSync(body, { level: 9 }).length),
    );
  });
  await page.goto(`${address}/login`, { waitUntil: 'networkidle' });
  await page.evaluate(value => localStorage.setItem('token', value), token);
  // The page is never idle, because events are pushed to it. The bell comes last.
  await page.goto(`${address}/suppliers`);
  await page.locator('tbody tr td a').first().waitFor();
  await page.getByRole('button', { name: /^Notifications/ }).waitFor();
  const bytes = await Promise.all(weights.values());
  await page.context().close();
  return bytes.reduce((sum, size) => sum + size, 0) / 1024;
}

/** From the address to the first supplier's link on screen, with an empty browser cache. */
async function openColdly(browser: Browser, address: string, token: string): Promise<number> {
  const context = await browser.newContext();
  await context.addInitScript(value => localStorage.setItem('token', value), token);
  const page = await context.newPage();
  const from = performance.now();
  await page.goto(`${address}/suppliers`, { waitUntil: 'commit' });
  await page.locator('tbody tr td a').first().waitFor();
  const seconds = (performance.now() - from) / 1000;
  await context.close();
  return seconds;
}

/** From a click in the menu to the first product's link on screen; the list was open once before. */
async function openFromMenu(browser: Browser, address: string, token: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(value => localStorage.setItem('token', value), token);
  const page = await context.newPage();
  // Both are in the group of the menu that opens with the page.
  const choose = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
  const product = page.locator('tbody tr td a[href^="/products/"]').first();
  await page.goto(`${address}/products`);
  await product.waitFor();
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    await choose('Categories');
    await page.getByRole('heading', { name: 'Categories', level: 1 }).waitFor();
    await product.waitFor({ state: 'detached' });
    const from = performance.now();
    await choose('Products');
    await product.waitFor();
    times.push((performance.now() - from) / 1000);
  }
  await context.close();
  return median(times);
}
