import type { Page } from 'playwright-core';
import { expect } from 'vitest';

declare global {
  interface Window {
    /** The text of every notice since the page was loaded. */
    noticesShown?: string[];
  }
}

/** Runs in the page before its own code: notes each notice as it appears. */
export function noteNotices(): void {
  // A message in a frame of its own may run nothing.
  if (window !== window.top) return;
  const shown: string[] = [];
  window.noticesShown = shown;
  new MutationObserver(changes => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        const notices = [node, ...node.querySelectorAll('*')].filter(one =>
          one.matches('.mantine-Notification-root'),
        );
        for (const notice of notices) shown.push(notice.textContent ?? '');
      }
  }).observe(document, { childList: true, subtree: true });
}

/** The notices so far, and what the page itself reports. */
const reported = (page: Page): Promise<string[]> =>
  page.evaluate(() => [
    ...(window.noticesShown ?? []),
    ...Array.from(document.querySelectorAll('[data-notice]'), alert => alert.textContent ?? ''),
  ]);

/**
 * Waits until a page has reported something. A notice may be gone again: most are on the screen for two seconds, which a
 * busy machine may miss.
 */
export async function noticed(page: Page, words: string | RegExp): Promise<void> {
  const asked = typeof words === 'string' ? expect.stringContaining(words) : expect.stringMatching(words);
  await expect.poll(() => reported(page)).toContainEqual(asked);
}
