import type { Page } from 'playwright-core';

/**
 * What only a program would say: a missing value, an object, a date as on the wire, a name with underscores, a hash, a
 * template that was not filled in.
 */
const unreadable =
  /\bundefined\b|\bNaN\b|\[object Object\]|\bnull\b|\b\d{4}-\d\d-\d\d(?:T|\b)|\b[a-z\d]+(?:_[a-z\d]+)+\b|\b[\da-f]{16,}\b|\{\{|\bid \d+/g;

/** Pages that show such names on purpose: permissions as the code has them, the API, and the version of the database. */
const excepted = ['/permission-example', '/api/docs', '/settings/system'];

/** The words of a page that a person cannot read: in its text, and in what its labels and hints say. */
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
