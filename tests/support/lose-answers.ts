import type { Page, Request } from 'playwright-core';

/** The server carries out these requests of a page; their answers are lost until `stop` is called. Returns what was sent. */
export async function loseAnswers(
  page: Page,
  path: RegExp,
): Promise<{ readonly sent: string[]; readonly stop: () => void }> {
  const sent: string[] = [];
  let isLost = true;
  const ofThese = (request: Request) => request.method() === 'POST' && path.test(request.url());
  await page.route('**/api/**', async route => {
    const request = route.request();
    if (!ofThese(request)) return route.fallback();
    sent.push(`${request.headers()['idempotency-key'] ?? ''} ${request.postData() ?? ''}`);
    if (!isLost) return route.fallback();
    await route.fetch();
    await route.abort('connectionfailed');
  });
  return { sent, stop: () => (isLost = false) };
}
