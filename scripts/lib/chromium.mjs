import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installFromDebian } from './debian.mjs';
import { inProject } from './project.mjs';
import { runQuietly, step } from './steps.mjs';

// The headless shell is the same browser without windows: a page opens in a third of the time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The browser for the tests: CHROMIUM_PATH, else one installed on the system; null when there is none. */
export function findChromium() {
  const configured = process.env.CHROMIUM_PATH;
  if (configured) return existsSync(configured) ? configured : null;
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = names.flatMap(name => folders.map(folder => join(folder, name)));
  return [...candidates, ...elsewhere].find(path => existsSync(path)) ?? null;
}

/** Finds a browser or installs one. Null, with a line that says what to do, when neither works. */
export async function ensureChromium() {
  if (process.env.CHROMIUM_PATH && !existsSync(process.env.CHROMIUM_PATH)) {
    console.log(`CHROMIUM_PATH names ${process.env.CHROMIUM_PATH}, which does not exist.`);
    return null;
  }
  const found = findChromium() ?? (await downloaded()) ?? (await fromDebian()) ?? (await fromPlaywright());
  if (!found) {
    console.log(
      'No Chromium was found and none could be installed, so the browser tests will fail. Install one ("apt install chromium", or Google Chrome) or set CHROMIUM_PATH to its program.',
    );
  }
  return found;
}

async function fromDebian() {
  // Older releases have the whole browser only.
  await installFromDebian('Chromium', 'chromium-headless-shell', 'chromium');
  return findChromium();
}

async function fromPlaywright() {
  await step('Downloading Chromium', () =>
    runQuietly(process.execPath, [
      inProject('node_modules', 'playwright-core', 'cli.js'),
      'install',
      'chromium',
    ]),
  );
  return downloaded();
}

/** The one that Playwright downloaded, now or earlier. */
async function downloaded() {
  const { chromium } = await import('playwright-core');
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : null;
}
