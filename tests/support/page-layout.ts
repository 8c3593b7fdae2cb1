import type { Page } from 'playwright-core';
import { seriousProblems } from './accessible';

const widths = [1280, 1024, 390, 1440];
/** Narrower than most screens, but still a table. */
const ofTables: readonly number[] = [1280, 1024];

/** What differs on a phone, where rows are cards and the menu is closed. */
const rulesOfPhones = [
  'color-contrast',
  'region',
  'landmark-one-main',
  'landmark-unique',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-main',
  'landmark-main-is-top-level',
];

/**
 * Problems of a page that is already loaded: it scrolls sideways at some width, a list has its links and actions out of
 * sight, or it has a serious problem for axe, such as a contrast below AA in either theme or a missing landmark. 1280 and
 * 1024 pixels have the styles of 1440, so axe looks at that and at a phone. The page is resized, not loaded again, and of
 * a table only the first rows are read.
 */
export async function layoutProblems(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    found.push(...(await page.evaluate(partsBeyondEdge)));
    if (ofTables.includes(width)) found.push(...(await page.evaluate(partsOfRowOutOfSight)));
    if (width === 390) {
      const problems = await seriousProblems(page, { maxRows: 3, rules: rulesOfPhones });
      found.push(...problems.map(problem => `at 390 px: ${problem}`));
    }
  }
  return [...found, ...(await seriousProblems(page, { maxRows: 3 }))];
}

/**
 * The innermost parts that make the page scroll sideways, once it is laid out for its new width: what depends on the
 * width of a box is drawn again some frames later, on a busy machine many.
 */
const partsBeyondEdge = async () => {
  const root = document.documentElement;
  for (let frame = 0; frame < 2 || (frame < 120 && root.scrollWidth > innerWidth); frame += 1)
    await new Promise(requestAnimationFrame);
  const { scrollWidth } = root;
  if (scrollWidth <= innerWidth) return [];
  const beyond = [...document.querySelectorAll('body *')].filter(
    part => part.getBoundingClientRect().right > innerWidth + 1,
  );
  const innermost = beyond.filter(part => !beyond.some(other => other !== part && part.contains(other)));
  const parts = innermost.slice(0, 3).map(part => part.outerHTML.slice(0, 100));
  return [`${scrollWidth} px wide at ${innerWidth} px: ${parts.join(' | ')}`];
};

/** The link and the actions of a list's first row, if they are not seen whole, and a row of more than three lines (2.17). */
const partsOfRowOutOfSight = async () => {
  const problems = () => {
    const box = document.querySelector('.list-page .table-scroll')?.getBoundingClientRect();
    const row = document.querySelector('.list-page tbody tr');
    if (!box || !row) return [];
    const outside = ['td:has(a[href])', '[data-actions]'].filter(part => {
      const cell = row.querySelector(part)?.getBoundingClientRect();
      return cell && (cell.left < box.left - 1 || cell.right > box.right + 1);
    });
    const { height } = row.getBoundingClientRect();
    return [
      ...outside.map(part => `${part} is out of sight at ${innerWidth} px`),
      ...(height < 110 ? [] : [`a row is ${height} px high at ${innerWidth} px`]),
    ];
  };
  for (let frame = 0; frame < 120 && problems().length > 0; frame += 1)
    await new Promise(requestAnimationFrame);
  return problems();
};
