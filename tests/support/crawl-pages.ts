import type { Page } from 'playwright-core';
import { settled } from './settled';

/** The result of a walk through the product: the places visited, and the problems found. */
export type Walk = { readonly places: readonly string[]; readonly problems: readonly string[] };

/** Two addresses are the same place when only numbers and filter values differ. */
const placeOf = (href: string): string => {
  const { pathname, searchParams } = new URL(href, 'http://shop');
  return [pathname.replaceAll(/\/\d+(?=\/|$)/g, '/:n'), ...[...searchParams.keys()].sort()].join(' ');
};

const broken = [
  'Page not found',
  'Something went wrong',
  'You do not have access to the dashboard',
  'Failed to load data.',
];

/**
 * Follows every link of every page from the current one, one address for each place, and checks that it leads to a page
 * with a heading and without an error. `atPlace` is called at each place.
 */
export async function walkLinks(
  page: Page,
  atPlace: (place: string) => Promise<void> = async () => {},
): Promise<Walk> {
  const problems: string[] = [];
  const found = new Map<string, { href: string; from: string }>();
  const queue: string[] = [];
  const collect = async (from: string) => {
    const links = page.locator('a[href]');
    for (const href of await links.evaluateAll(all => all.map(link => link.getAttribute('href') ?? ''))) {
      // Mail, telephone and external links are not followed; an anchor stays on its page.
      if (!href.startsWith('/') || href.startsWith('/api/')) continue;
      const place = placeOf(href);
      if (found.has(place)) continue;
      found.set(place, { href, from });
      queue.push(place);
    }
  };
  await settled(page);
  await collect('the first page');
  for (let place = queue.shift(); place !== undefined; place = queue.shift()) {
    const { href, from } = found.get(place) ?? { href: '/', from: '' };
    // As a click on the link would, without reloading the product.
    await page.evaluate(address => history.pushState({}, '', address), href);
    await settled(page);
    const problem = await problemAt(page, href);
    if (problem) {
      problems.push(`${from} leads to ${href}: ${problem}`);
      // A notification stays for a while, and would be found on the next pages too.
      await page.reload();
      await settled(page);
    } else await collect(href);
    await atPlace(place);
  }
  return { places: [...found.keys()], problems };
}

/** The problem with the page that a link led to; undefined when it is the right page. */
const problemAt = (page: Page, href: string): Promise<string | undefined> =>
  page.evaluate(
    ({ wanted, signs }) => {
      if (document.querySelector('h1') === null) return 'there is no heading';
      const words = document.body.innerText;
      const found = signs.find(text => words.includes(text));
      if (found) return found;
      const notices = [...document.querySelectorAll<HTMLElement>('.mantine-Notification-root')];
      if (notices.length > 0) return notices.map(notice => notice.innerText).join(' ');
      return location.pathname === wanted ? undefined : `it goes on to ${location.pathname}`;
    },
    { wanted: new URL(href, page.url()).pathname, signs: broken },
  );

/** Buttons of a page without an accessible name. */
export const namelessButtons = (page: Page): Promise<string[]> =>
  page
    .locator('button:visible')
    .evaluateAll(all =>
      all
        .filter(
          button =>
            !(button.getAttribute('aria-label') ?? button.textContent)?.trim() &&
            !button.getAttribute('aria-labelledby') &&
            !button.getAttribute('title'),
        )
        .map(button => button.outerHTML.slice(0, 120)),
    );
