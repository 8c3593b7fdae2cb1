import type { Page } from 'playwright-core';

/** The page has been drawn in its own font. */
export const fontDrawn = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.load('14px "Inter Variable"');
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  });
