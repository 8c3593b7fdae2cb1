import type { BrowserContext, Page } from 'playwright-core';

/**
 * Lets `page.route` resolve only once it holds for what the page asks next. The browser confirms a page's first route
 * before the process that draws the page knows of it: a request made meanwhile passes by, neither routed nor reported.
 * On a busy machine that was one in 150.
 */
export function routesInTime(context: BrowserContext): void {
  for (const page of context.pages()) routeInTime(page);
  context.on('page', routeInTime);
}

const probe = '/is-routed';

function routeInTime(page: Page): void {
  const route = page.route.bind(page);
  let isRouted: Promise<void> | undefined;
  page.route = async (...parameters) => {
    const added = await route(...parameters);
    // A page that is still blank has it from its first request on.
    if (page.url() === 'about:blank') return added;
    // It stays, so that routing is not switched off and on again.
    isRouted ??= route(`**${probe}`, asked => asked.fulfill({ body: 'yes' })).then(() => untilRouted(page));
    await isRouted;
    return added;
  };
  const unrouteAll = page.unrouteAll.bind(page);
  page.unrouteAll = async options => {
    isRouted = undefined;
    await unrouteAll(options);
  };
}

const longestMs = 60_000;

async function untilRouted(page: Page): Promise<void> {
  const until = performance.now() + longestMs;
  for (;;) {
    // A page that is loaded again meanwhile is asked again.
    const answer = await page.evaluate(answerTo, probe).catch((error: unknown) => error);
    if (answer === 'yes') return;
    if (page.isClosed() || performance.now() > until)
      throw new Error('No request of the page was routed', { cause: answer });
  }
}

const answerTo = async (path: string): Promise<string> => {
  try {
    return await (await fetch(path)).text();
  } catch {
    return 'no answer';
  }
};
