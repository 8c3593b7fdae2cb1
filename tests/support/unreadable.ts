import type { Page } from 'playwright-core';

/**
 * Text that no user should see: a missing value, an object, a wire-format date, a name with underscores, a hash, an
 * unfilled template.
 */
const unreadable =
  /\bundefined\b|\bNaN\b|\[object Object\]|\bnull\b|\b\d{4}-\d\d-\d\d(?:T|\b)|\b[a-z\d]+(?:_[a-z\d]+)+\b|\b[\da-f]{16,}\b|\{\{|\bid \d+/g;

/** Pages that show such names on purpose: permissions as in the code, the API, and the database version. */
const excepted = ['/permission-example', '/api/docs', '/settings/system'];

/** Unreadable words on a page, in its text, labels and hints. */
export async function unreadableWords(page: Page): Promise<string[]> {
  if (excepted.includes(new URL(page.url()).pathname)) return [];
  const texts = await page.evaluate(() => [
    document.querySelector('main')?.innerText ?? '',
    ...['aria-label', 'title', 'placeholder', 'alt'].flatMap(name =>
      [...document.querySelectorAll(`main [${name}]`)].map(node => node.getAttribute(name) ?? ''),
    ),
  ]);
  return [...new Set(texts.flatMap(text => text.match(unreadable) ?? []))];
}
