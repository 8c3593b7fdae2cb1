import { expect, test } from 'vitest';
import { useShop } from '../support/browser';
import { pageRows } from '../support/page-permissions';

const shop = useShop();

test('R-02 F89 every page of the router leads a user who is not signed in to /login, and shows nothing before', async () => {
  const guarded = pageRows.filter(({ rights }) => rights !== 'public');
  expect(guarded.length).toBeGreaterThan(80);
  const page = await shop().open();
  await page.goto('/login');
  const failed: string[] = [];
  for (const { path } of guarded) {
    const address = path.replaceAll(/\{[^}]*\}/g, '1');
    // Pages ask the server only once they are shown.
    const asked: string[] = [];
    const note = (request: { url: () => string; headers: () => Record<string, string> }) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/') && request.headers().authorization !== undefined) asked.push(pathname);
    };
    page.on('request', note);
    await page.goto(address);
    await page.waitForURL(url => url.pathname === '/login');
    page.off('request', note);
    const from = new URL(page.url()).searchParams.get('from');
    // The dashboard is where signing in leads anyway.
    if (from !== (address === '/dashboard' ? null : address))
      failed.push(`${address}: leads back to ${from}`);
    if (asked.length > 0) failed.push(`${address}: asks for ${asked.join(', ')}`);
  }
  expect(failed).toEqual([]);
}, 600_000);
