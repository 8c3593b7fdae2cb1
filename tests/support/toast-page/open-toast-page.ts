import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { temporaryFolder } from '../temporary-folder';

const address = 'http://toasts.test/';
const types: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

/** Builds a page with only the toasts of web/; returns its folder. */
export async function buildToastPage(): Promise<string> {
  const outDir = temporaryFolder();
  await build({
    configFile: false,
    root: import.meta.dirname,
    plugins: [react()],
    logLevel: 'warn',
    build: { outDir, minify: false, emptyOutDir: true, chunkSizeWarningLimit: 5_000 },
  });
  return outDir;
}

/** Opens it with a stopped clock that the test moves on. */
export async function openToastPage(page: Page, folder: string): Promise<void> {
  await page.route(`${address}**`, async route => {
    const path = new URL(route.request().url()).pathname;
    const name = path === '/' ? 'index.html' : path.slice(1);
    const contentType = types[name.split('.').at(-1) ?? ''];
    if (!contentType) return route.fulfill({ status: 404 });
    return route.fulfill({ contentType, body: await readFile(join(folder, name)) });
  });
  await page.clock.install({ time: 0 });
  await page.goto(address);
  await page.waitForFunction(() => 'toast' in window);
  await page.clock.pauseAt(60_000);
}
