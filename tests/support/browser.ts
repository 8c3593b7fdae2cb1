import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Permission } from '#domain/kernel/permissions';
import type { administratorRole } from '#domain/kernel/role-name';
import { browserPath } from './browser-path';
import { watchRequests } from './settled';
import { startTestApp, type TestApp, type TestAppParts } from './test-app';

// Another build than the usual one may be named, so that a build in between does not disturb a run.
const webFolder = process.env.WEB_FOLDER ?? join(import.meta.dirname, '..', '..', 'dist', 'web');

// How many times slower than this machine the browser shall be: what only holds on a quick one shows then.
const slowness = Number(process.env.BROWSER_SLOWNESS ?? 1);

/** The product as people meet it: the built pages on the real server, in real Chromium. */
export type Shop = TestApp & {
  readonly address: string;
  /** A page in a browser of its own; a console error or an uncaught exception in it fails the test. */
  open(options?: { width?: number; height?: number; colours?: 'light' | 'dark' }): Promise<Page>;
  /** A page of somebody who is signed in with exactly these rights, or as administrator. */
  openAs(
    rights: readonly Permission[] | readonly [typeof administratorRole],
    path: string,
    /** With a clock of its own, time can be stopped and moved on by `page.clock`. */
    options?: { width?: number; colours?: 'light' | 'dark'; clock?: boolean },
  ): Promise<Page>;
};

let launched: Promise<Browser> | undefined;

/**
 * One browser for all files that this process runs: a page has a context of its own, so they share nothing but the time
 * of starting it. It ends with the process; one that has died is replaced.
 */
async function browserOfProcess(): Promise<Browser> {
  const running = await launched?.catch(() => undefined);
  if (running?.isConnected()) return running;
  launched = chromium.launch({
    executablePath: browserPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
  return launched;
}

/**
 * Browsers within the browser, each with a memory of its own. What a test leaves in one is taken out of it, and the next
 * test of the file gets it with the scripts it has loaded, so that they are not read anew for each test.
 */
function createPool() {
  const [free, taken, spoilt] = [
    new Set<BrowserContext>(),
    new Set<BrowserContext>(),
    new Set<BrowserContext>(),
  ];
  let make: () => Promise<BrowserContext>;
  return {
    makeWith: (maker: () => Promise<BrowserContext>) => {
      make = maker;
    },
    take: async () => {
      const [kept] = free;
      if (kept) free.delete(kept);
      const context = kept ?? (await make());
      taken.add(context);
      return context;
    },
    /** Is not used again: something in it cannot be undone. */
    giveUp: (context: BrowserContext) => void spoilt.add(context),
    takeBack: async (address: string) => {
      const back = [...taken];
      taken.clear();
      await Promise.all(
        back.map(async context => {
          if (spoilt.delete(context)) return context.close();
          await empty(context, address);
          free.add(context);
        }),
      );
    },
    close: async () => {
      await Promise.all([...free, ...taken].map(context => context.close()));
      free.clear();
      taken.clear();
    },
  };
}

/** Closes the pages, and forgets everything but the files of the product. */
async function empty(context: BrowserContext, address: string): Promise<void> {
  const pages = context.pages();
  const blank = await context.newPage();
  await Promise.all(pages.map(page => page.close()));
  const session = await context.newCDPSession(blank);
  await session.send('Storage.clearDataForOrigin', {
    origin: address,
    storageTypes: 'cookies,local_storage,indexeddb,service_workers,cache_storage',
  });
  await blank.close();
}

/** Starts the product for one test file. Call it at the top of the file; it cleans up after itself. */
export function useShop(parts: TestAppParts = {}): () => Shop {
  let shop: Shop;
  const pool = createPool();
  let complaints: string[] = [];

  beforeAll(async () => {
    if (!existsSync(join(webFolder, 'index.html')))
      throw new Error('The web is not built: run "npm test", or "npx vite build" once');
    const app = await startTestApp({ ...parts, webFolder });
    await app.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.app.server.address() as AddressInfo;
    const address = `http://127.0.0.1:${port}`;
    const browser = await browserOfProcess();
    pool.makeWith(() =>
      browser.newContext({
        baseURL: address,
        acceptDownloads: true,
        locale: 'en-GB',
        timezoneId: 'Europe/London',
        // What fades and slides for people is waited for hundreds of times in a run.
        reducedMotion: 'reduce',
      }),
    );
    const open: Shop['open'] = async ({ width = 1440, height = 900, colours = 'light' } = {}) => {
      const context = await pool.take();
      const page = await context.newPage();
      await page.setViewportSize({ width, height });
      await page.addInitScript(mode => {
        if (!localStorage.getItem('colour-mode')) localStorage.setItem('colour-mode', mode);
      }, colours);
      page.setDefaultTimeout(10_000 * Math.max(1, slowness / 2));
      if (slowness > 1) {
        const session = await context.newCDPSession(page);
        await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
      }
      page.on('console', message => {
        // A refusal that the test provokes is logged by the browser itself; it is no fault of the page.
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
        const page = await open(options);
        await page.addInitScript(value => {
          // Once only: a test that signs out must stay signed out over a reload.
          if (!sessionStorage.getItem('token-given')) localStorage.setItem('token', value);
          sessionStorage.setItem('token-given', 'yes');
        }, token);
        if (options?.clock) {
          await page.clock.install();
          pool.giveUp(page.context());
        }
        await page.goto(path);
        return page;
      },
    };
  });
  afterEach(async () => {
    await pool.takeBack(shop.address);
    const found = complaints;
    complaints = [];
    expect(found, 'the browser complained').toEqual([]);
  });
  afterAll(async () => {
    await pool.close();
    await shop?.close();
  });
  return () => shop;
}
