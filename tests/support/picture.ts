import type { Page } from 'playwright-core';

/**
 * Takes the pictures of a page that SHOTS asks for. Unlike `screenshot` of the tills it opens no session of the browser's
 * tools, at whose end Chromium would forget a device for passkeys.
 */
export async function picture(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  if (!process.env.SHOTS) return;
  for (const [colours, width] of [
    ['light', 390],
    ['dark', 390],
    ['dark', 1440],
    ['light', 1440],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(
      mode => document.documentElement.setAttribute('data-mantine-color-scheme', mode),
      colours,
    );
    await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}-${colours}.png`, fullPage });
  }
}
