// node scripts/pictures.mjs: takes the README's screenshots, on demo data in a temporary folder.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './lib/chromium.mjs';
import { readCommandLine } from './lib/command-line.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { ScriptError, inProject, runScript } from './lib/project.mjs';
import { smallPng } from './lib/small-png.mjs';
import { startDemo } from './lib/start-demo.mjs';

/** The screenshots: the name of the picture, the page, and what must be visible first. */
const pictures = [
  { name: 'dashboard', path: '/dashboard', shows: page => page.getByText('Net takings').first() },
  { name: 'till', path: '/sales/pos', shows: page => page.getByRole('heading').first(), colours: 'dark' },
  {
    name: 'sales-summary',
    path: '/reports/sales-summary?period=this_month&compare=previous',
    shows: page => page.locator('tbody tr td a').first(),
  },
  { name: 'purchase-orders', path: '/purchases', shows: page => page.locator('tbody tr td a').first() },
  { name: 'trial-balance', path: '/trial-balance', shows: page => page.locator('tbody tr').first() },
  { name: 'suppliers', path: '/suppliers', shows: page => page.locator('tbody tr td a').first() },
];

await runScript(async () => {
  readCommandLine('Usage: node scripts/pictures.mjs');
  await ensureInstalled({ dev: true });
  const chromium = await ensureChromium();
  if (!chromium) throw new ScriptError('Without a browser there are no pictures.');
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-pictures-'));
  const product = await startDemo(folder);
  try {
    await photograph(chromium, product);
  } finally {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

async function photograph(chromiumPath, { address, email, password }) {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const context = await browser.newContext({
      baseURL: address,
      // Double resolution would be four times the size in every clone.
      viewport: { width: 1440, height: 820 },
      colorScheme: 'light',
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'Europe/London',
    });
    const page = await context.newPage();
    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await page.locator('input[type=password]').fill(password);
    await page.keyboard.press('Enter');
    await page.waitForURL(/dashboard/);
    mkdirSync(inProject('docs', 'images'), { recursive: true });
    for (const picture of pictures) await photographPage(page, picture);
  } finally {
    await browser.close();
  }
}

async function photographPage(page, { name, path, shows, colours = 'light' }) {
  await page.goto(`${path}${path.includes('?') ? '&' : '?'}theme=${colours}`);
  await shows(page).waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .mantine-Skeleton-root'));
  await page.evaluate(() => document.fonts.ready);
  const file = inProject('docs', 'images', `${name}.png`);
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  writeFileSync(file, await smallPng(await page.context().newPage(), png));
  console.log(`Wrote ${file}`);
}
