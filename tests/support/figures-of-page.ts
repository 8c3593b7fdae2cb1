import type { Locator, Page } from 'playwright-core';

export type Figure = { readonly label: string; readonly text: string };

/** The named figures of a page: its tiles, the totals of its list, and one column of a business dashboard's table. */
export const figuresOf = (page: Page, column = 'Period'): Promise<Figure[]> =>
  page.evaluate(headings => {
    // Text without parts for screen readers only and without the change indicator.
    const bare = (element: Element | null | undefined): string => {
      const copy = element?.cloneNode(true) as Element | undefined;
      for (const aside of copy?.querySelectorAll('.change, .mantine-VisuallyHidden-root') ?? [])
        aside.remove();
      return copy?.textContent?.trim() ?? '';
    };
    const tiles = [...document.querySelectorAll('main .tile')].map(tile => ({
      label: bare(tile.querySelector('dt')),
      text: bare(tile.querySelector('dd')),
    }));
    const sums = [...document.querySelectorAll('main .list-totals > span')].map(sum => {
      const text = bare(sum.querySelector('strong'));
      return { label: bare(sum).slice(0, -text.length).trim(), text };
    });
    const table = document.querySelector('main table[aria-label="Trade"]');
    const index = [...(table?.querySelectorAll('thead th') ?? [])].findIndex(
      head => head.textContent?.trim() === headings,
    );
    const rows = index < 0 ? [] : [...(table?.querySelectorAll('tbody tr') ?? [])];
    const trade = rows.map(row => ({ label: bare(row.children[0]), text: bare(row.children[index]) }));
    return [...tiles, ...sums, ...trade];
  }, column);

/** The tiles of a card by their names, once they are there. */
export async function tilesIn(card: Locator): Promise<Record<string, string>> {
  const words = (await card.locator('.tiles').innerText()).split('\n').filter(Boolean);
  const names = words.filter((_, index) => index % 2 === 0);
  return Object.fromEntries(names.map((name, index) => [name, words[2 * index + 1] ?? '']));
}

/** Every figure of the page that is a link, with its target. */
export const linkedFigures = (page: Page): Promise<{ href: string; text: string }[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('main a.figure-link')].map(link => {
      const copy = link.cloneNode(true) as Element;
      for (const aside of copy.querySelectorAll('.mantine-VisuallyHidden-root')) aside.remove();
      return { href: link.getAttribute('href') ?? '', text: copy.textContent?.trim() ?? '' };
    }),
  );
