import { type Browser, type BrowserContext, type CDPSession, chromium } from 'playwright-core';
import { browserPath } from './browser-path';
import { routesInTime } from './routes-in-time';

/** A browser context with storage of its own, and a blank page that keeps its process alive. */
type Kept = { readonly context: BrowserContext; readonly keeper: CDPSession; uses: number };

/**
 * A renderer process keeps something of every page. The sixtieth page of one still takes no more of the processor than
 * its second; the first takes a third more.
 */
const maxUses = 24;

let launched: Promise<Browser> | undefined;
let free: Kept[] = [];
const taken = new Map<BrowserContext, Kept>();
const spoilt = new Set<BrowserContext>();

/**
 * One browser for all files of this process: each page has a context of its own, so they share only its start-up time.
 * It ends with the process; a crashed one is replaced. All pages of a context share one renderer, because a new one
 * would parse the product's scripts again.
 */
async function browserOfProcess(): Promise<Browser> {
  const running = await launched?.catch(() => undefined);
  if (running?.isConnected()) return running;
  launched = chromium.launch({
    executablePath: browserPath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-site-isolation-trials',
      '--renderer-process-limit=1',
      // Pages live for seconds: optimising their scripts takes more of the processor than it saves, a sixth of it. All
      // pages of a context have the same scripts, compiled already: they are neither parsed while they load, nor
      // forgotten between two pages.
      '--js-flags=--no-opt --no-maglev --no-script-streaming --no-flush-bytecode',
    ],
  });
  const browser = await launched;
  browser.on('disconnected', () => {
    free = [];
    taken.clear();
  });
  return browser;
}

/**
 * A context for the product at this address. It is cleared after each test and reused within the file, so that scripts
 * are not loaded again for each test.
 */
export async function acquireContext(address: string): Promise<BrowserContext> {
  const browser = await browserOfProcess();
  const pooled = free.pop() ?? (await begin(browser, address));
  taken.set(pooled.context, pooled);
  return pooled.context;
}

/** Discards a context whose changes cannot be undone. */
export const giveUpContext = (context: BrowserContext): void => void spoilt.add(context);

/** Returns every context of a finished test to the pool. */
export async function releaseContexts(address: string): Promise<void> {
  const back = [...taken.values()];
  taken.clear();
  await Promise.all(
    back.map(async pooled => {
      if (spoilt.delete(pooled.context) || ++pooled.uses >= maxUses) return pooled.context.close();
      await empty(pooled, address);
      free.push(pooled);
    }),
  );
}

/** At the end of a file its address is gone, so its contexts are closed. */
export const closeContexts = (): Promise<unknown> =>
  Promise.all(free.splice(0).map(({ context }) => context.close()));

async function begin(browser: Browser, address: string): Promise<Kept> {
  const context = await browser.newContext({
    baseURL: address,
    acceptDownloads: true,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // Animations would be waited for hundreds of times in a run.
    reducedMotion: 'reduce',
    // While the till's worker takes over a page, a route misses what the page asks for: it is neither held nor reported.
    // Tests of the worker have a browser of their own.
    serviceWorkers: 'block',
  });
  const keeper = await context.newCDPSession(await context.newPage());
  routesInTime(context);
  return { context, keeper, uses: 0 };
}

/** Closes the pages, and clears everything but the product's cached files. */
async function empty({ context, keeper }: Kept, address: string): Promise<void> {
  await Promise.all(
    context
      .pages()
      .slice(1)
      .map(page => page.close()),
  );
  await keeper.send('Storage.clearDataForOrigin', {
    origin: address,
    storageTypes: 'cookies,local_storage,indexeddb,cache_storage',
  });
}
