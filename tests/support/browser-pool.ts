import { type Browser, type BrowserContext, type CDPSession, chromium } from 'playwright-core';
import { browserPath } from './browser-path';

/** A browser within the browser, with a memory of its own, and a blank page that keeps its process alive. */
type Kept = { readonly context: BrowserContext; readonly keeper: CDPSession; uses: number };

/** Its process keeps something of every page; looking through that takes longer in the end than beginning anew. */
const maxUses = 8;

let launched: Promise<Browser> | undefined;
let free: Kept[] = [];
const taken = new Map<BrowserContext, Kept>();
const spoilt = new Set<BrowserContext>();

/**
 * One browser for all files that this process runs: a page has a context of its own, so they share nothing but the time
 * of starting it. It ends with the process; one that has died is replaced. All pages of a context are drawn by one
 * process: each page would else begin one, which reads the scripts of the product anew.
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
 * A context for the product at this address. What a test leaves in one is taken out of it, and the next test of the
 * file gets it with the scripts it has loaded, so that they are not read anew for each test.
 */
export async function acquireContext(address: string): Promise<BrowserContext> {
  const browser = await browserOfProcess();
  const kept = free.pop() ?? (await begin(browser, address));
  taken.set(kept.context, kept);
  return kept.context;
}

/** A context that is not used again: something in it cannot be undone. */
export const giveUpContext = (context: BrowserContext): void => void spoilt.add(context);

/** Takes back every context of a test that has ended. */
export async function releaseContexts(address: string): Promise<void> {
  const back = [...taken.values()];
  taken.clear();
  await Promise.all(
    back.map(async kept => {
      if (spoilt.delete(kept.context) || ++kept.uses >= maxUses) return kept.context.close();
      await empty(kept, address);
      free.push(kept);
    }),
  );
}

/** At the end of a file: its address is gone, and nothing that was open to it may stay. */
export const closeContexts = (): Promise<unknown> =>
  Promise.all(free.splice(0).map(({ context }) => context.close()));

async function begin(browser: Browser, address: string): Promise<Kept> {
  const context = await browser.newContext({
    baseURL: address,
    acceptDownloads: true,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // What fades and slides for people is waited for hundreds of times in a run.
    reducedMotion: 'reduce',
  });
  return { context, keeper: await context.newCDPSession(await context.newPage()), uses: 0 };
}

/** Closes the pages, and forgets everything but the files of the product. */
async function empty({ context, keeper }: Kept, address: string): Promise<void> {
  await Promise.all(
    context
      .pages()
      .slice(1)
      .map(page => page.close()),
  );
  await keeper.send('Storage.clearDataForOrigin', {
    origin: address,
    storageTypes: 'cookies,local_storage,indexeddb,service_workers,cache_storage',
  });
}
