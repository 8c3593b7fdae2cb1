import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Locator, Page } from 'playwright-core';

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Serious problems that axe finds on the page, in words. Every rule is checked in the page's colour scheme, and
 * contrast also in the other, because nothing else differs between light and dark. The menu is the same on every page
 * and a third of the work, so it is only included with `withMenu`. A check of all pages reads only the first rows of a
 * table, and at another width only checks the `rules` that depend on it.
 */
export async function seriousProblems(
  page: Page,
  {
    withMenu = false,
    maxRows,
    rules,
  }: { withMenu?: boolean; maxRows?: number; rules?: readonly string[] } = {},
): Promise<string[]> {
  // Rows that are about to be replaced are half-faded, which is not how they are read.
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const leftOut = [
    ...(withMenu ? [] : [['.frame-menu']]),
    ...(maxRows === undefined ? [] : [[`tbody tr:nth-child(n + ${maxRows + 1})`]]),
  ];
  const checks: RunOptions['runOnly'] = rules
    ? { type: 'rule', values: [...rules] }
    : { type: 'tag', values: standards };
  const problems = await serious(page, leftOut, checks);
  await inOtherColours(page);
  const inOthers = await serious(page, leftOut, { type: 'rule', values: ['color-contrast'] });
  await inOtherColours(page);
  return [...problems, ...inOthers.map(problem => `in the other colours: ${problem}`)];
}

/** Half-faded text has a different contrast: waits until a dialog has faded in. */
export const waitForFadeIn = (dialog: Locator): Promise<unknown> =>
  dialog.evaluate(node =>
    Promise.all(node.getAnimations({ subtree: true }).map(animation => animation.finished)),
  );

async function serious(page: Page, exclude: string[][], runOnly: RunOptions['runOnly']): Promise<string[]> {
  const { violations } = await page.evaluate(
    ({ context, options }): Promise<AxeResults> =>
      (window as unknown as { axe: typeof import('axe-core') }).axe.run(context, options),
    { context: { exclude }, options: { runOnly, resultTypes: ['violations'] } satisfies RunOptions },
  );
  return violations
    .filter(({ impact }) => impact !== 'minor')
    .map(({ id, nodes }) => {
      const places = nodes.map(({ target, any }) => `${target.join(' ')} ${any[0]?.message ?? ''}`);
      return `${id}: ${places.slice(0, 3).join(' | ')}`;
    });
}

/** Switches between light and dark, and waits until every colour has changed. */
const inOtherColours = (page: Page) =>
  page.evaluate(async () => {
    const root = document.documentElement;
    const mode = 'data-mantine-color-scheme';
    root.setAttribute(mode, root.getAttribute(mode) === 'dark' ? 'light' : 'dark');
    await Promise.all(document.getAnimations().map(animation => animation.finished.catch(() => null)));
  });
