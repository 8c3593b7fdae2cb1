import type { Page } from 'playwright-core';
import { settled } from './settled';

/** What a walk through the product found: how many places, and what was wrong at them. */
export type Walk = { readonly places: readonly string[]; readonly wrong: readonly string[] };

/** Two addresses are one place when only numbers and the values of filters differ. */
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
 * Follows every link of every page, beginning where the page stands, one address of each place, and looks whether it leads
 * there: to a page with a heading, without an error. `atPlace` is called at each place.
 */
export async function walkLinks(
  page: Page,
  atPlace: (place: string) => Promise<void> = async () => {},
): Promise<Walk> {
  const wrong: string[] = [];
  const known = new Map<string, { href: string; from: string }>();
  const queue: string[] = [];
  const collect = async (from: string) => {
    const links = page.locator('a[href]');
    for (const href of await links.evaluateAll(all => all.map(link => link.getAttribute('href') ?? ''))) {
      // Mail, telephone and other sites are not ours to open; an anchor stays on its page.
      if (!href.startsWith('/') || href.startsWith('/api/')) continue;
      const place = placeOf(href);
      if (known.has(place)) continue;
      known.set(place, { href, from });
      queue.push(place);
    }
  };
  await settled(page);
  await collect('the first page');
  for (let place = queue.shift(); place !== undefined; place = queue.shift()) {
    const { href, from } = known.get(place) ?? { href: '/', from: '' };
    // As a click on the link would, and without reading the product anew.
    await page.evaluate(address => history.pushState({}, '', address), href);
    await settled(page);
    const problem = await problemAt(page, href);
    if (problem) {
      wrong.push(`${from} leads to ${href}: ${problem}`);
      // A notice would stay for a while, and be found at the next places too.
      await page.reload();
      await settled(page);
    } else await collect(href);
    await atPlace(place);
  }
  return { places: [...known.keys()], wrong };
}

/** What is wrong with the page that a link led to; undefined when it is the page it named. */
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

/** The buttons of a page that nothing names to those who hear it. */
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
