import type { Page } from 'playwright-core';
import { seriousProblems } from './accessible';

const widths = [1280, 1024, 390, 1440];

/**
 * Problems of a page that is already loaded: it scrolls sideways at some width, has a serious problem for axe, such as
 * a contrast below AA in either theme or a missing landmark. The page is resized, not loaded again, and of a table only the first rows are read.
 */
export async function layoutProblems(page: Page): Promise<string[]> {
  const wide: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    wide.push(...(await page.evaluate(partsBeyondEdge)));
  }
  return [...wide, ...(await seriousProblems(page, { maxRows: 3 }))];
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
