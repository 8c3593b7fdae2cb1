import { existsSync } from 'node:fs';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Permission } from '#domain/kernel/permissions';
import type { administratorRole } from '#domain/kernel/role-name';
import { closeContexts, giveUpContext, releaseContexts, acquireContext } from './browser-pool';
import { noteNotices } from './notices';
import { patientRequests } from './patient-requests';
import { watchRequests } from './settled';
import { startTestApp, type TestApp, type TestAppParts } from './test-app';
import { webFolder } from './web-folder';

// How many times slower the browser runs, to find tests that depend on a fast machine.
const slowness = Number(process.env.BROWSER_SLOWNESS ?? 1);
// The longest random delay of an API answer in milliseconds, to find whatever depends on the order of answers.
const longestDelay = Number(process.env.ANSWER_DELAY ?? 0);

/** The product as users see it: the built pages on the real server, in real Chromium. */
export type Shop = TestApp & {
  readonly address: string;
  /** A page in a context of its own; a console error or an uncaught exception fails the test. */
  open(options?: { width?: number; height?: number; colours?: 'light' | 'dark' }): Promise<Page>;
  /** A page of a signed-in user with exactly these permissions, or of an administrator. */
  openAs(
    rights: readonly Permission[] | readonly [typeof administratorRole],
    path: string,
    /** With a controlled clock, `page.clock` can stop time and move it on. */
    options?: { width?: number; colours?: 'light' | 'dark'; clock?: boolean },
  ): Promise<Page>;
  /** A page of a user who is already signed in. */
  openWith: (token: string, path: string, options?: Parameters<Shop['openAs']>[2]) => Promise<Page>;
  /** The same before any navigation. */
  pageOf: (token: string, options?: Parameters<Shop['openAs']>[2]) => Promise<Page>;
};

const maxWords = 1500;

/**
 * What a page showed when its test failed: the only way to understand a failure that happens once in a hundred runs.
 */
async function describePage(page: Page, test: string): Promise<void> {
  const shown = await page
    .evaluate(() => [
      `focus in ${document.activeElement?.outerHTML.slice(0, 200)}`,
      document.querySelector('[aria-modal="true"]')?.textContent ?? 'no dialog open',
      document.querySelector('main')?.innerText ?? document.body.innerText,
    ])
    .catch(error => [String(error)]);
  const words = shown.map(part => part.replaceAll(/\s+/g, ' ').slice(0, maxWords));
  console.error(`"${test}" failed at ${page.url()}\n${words.join('\n')}`);
}

/** Lets requests to the API overtake one another, as they do on a slow network. */
function delayAnswers(server: Server): void {
  const handlers = server.listeners('request') as ((...args: unknown[]) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response) => {
    const delay = request.url?.startsWith('/api/') ? Math.random() * longestDelay : 0;
    setTimeout(() => {
      for (const handle of handlers) handle.call(server, request, response);
    }, delay);
  });
}

async function listen({ app }: TestApp, { publicUrl }: TestAppParts): Promise<string> {
  if (longestDelay > 0) delayAnswers(app.server);
  const host = '127.0.0.1';
  await app.listen({ host, port: publicUrl === undefined ? 0 : Number(new URL(publicUrl).port) });
  return `http://${host}:${(app.server.address() as AddressInfo).port}`;
}

/** Starts the product for one test file. Call it at the top of the file; it cleans up after itself. */
export function useShop(parts: TestAppParts = {}): () => Shop {
  let shop: Shop;
  let complaints: string[] = [];
  let pages: Page[] = [];
  // The demo database may have to be created first.
  const maxTime = parts.data ? 600_000 : 180_000;

  beforeAll(async () => {
    if (!existsSync(join(webFolder, 'index.html')))
      throw new Error('The web is not built: run "npm test", or "npx vite build" once');
    const app = await startTestApp({ ...parts, webFolder });
    const address = await listen(app, parts);
    const open: Shop['open'] = async ({ width = 1440, height = 900, colours = 'light' } = {}) => {
      const context = await acquireContext(address);
      const page = await context.newPage();
      await page.setViewportSize({ width, height });
      await page.addInitScript(mode => {
        // An opaque-origin frame has no storage.
        if (window === window.top && !localStorage.getItem('colour-mode'))
          localStorage.setItem('colour-mode', mode);
      }, colours);
      await page.addInitScript(patientRequests);
      await page.addInitScript(noteNotices);
      // Long enough for a machine that is busy with something else.
      context.setDefaultTimeout(60_000 * Math.max(1, slowness / 2));
      pages.push(page);
      if (slowness > 1) {
        const session = await context.newCDPSession(page);
        await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
      }
      page.on('console', message => {
        // The browser logs refusals that the test provokes, which is not a fault of the page.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          complaints.push(message.text());
      });
      page.on('pageerror', error => complaints.push(String(error.stack ?? error)));
      watchRequests(page);
      return page;
    };
    shop = {
      ...app,
      address,
      open,
      openAs: async (rights, path, options) => {
        const { token } = await app.as(...(rights as [typeof administratorRole]));
        return shop.openWith(token, path, options);
      },
      openWith: async (token, path, options) => {
        const page = await shop.pageOf(token, options);
        await page.goto(path);
        return page;
      },
      pageOf: async (token, options) => {
        const page = await open(options);
        await page.addInitScript(value => {
          // Once only: a test that signs out must stay signed out after a reload.
          if (window !== window.top) return;
          if (!sessionStorage.getItem('token-given')) localStorage.setItem('token', value);
          sessionStorage.setItem('token-given', 'yes');
        }, token);
        if (options?.clock) {
          await page.clock.install();
          giveUpContext(page.context());
        }
        return page;
      },
    };
  }, maxTime);
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') for (const page of pages) await describePage(page, task.name);
    pages = [];
    await releaseContexts(shop.address);
    const found = complaints;
    complaints = [];
    expect(found, 'the browser complained').toEqual([]);
  });
  afterAll(async () => {
    await closeContexts();
    await shop?.close();
  });
  return () => shop;
}
