import { expect, test } from 'vitest';
import { useShop } from '../support/browser';
import { demoDay } from '../support/demo-template';
import { settled } from '../support/settled';

const shop = useShop({ data: 'demo', clock: () => demoDay });

const minSize = 12;

test.each([
  '/dashboard',
  '/settings/selling',
  '/settings/security',
  '/profile',
  '/users/roles',
  '/customers/create',
  '/purchases/create',
  '/customers',
  '/reports/profit-loss',
])('no text of %s is smaller than twelve pixels', async path => {
  const page = await shop().openAs(['admin'], path);
  await page.getByRole('main').waitFor();
  await settled(page);
  const small = await page.evaluate(limit => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement;
      const words = texts.currentNode.textContent?.trim();
      if (!words || !element?.getClientRects().length) continue;
      const size = Number.parseFloat(getComputedStyle(element).fontSize);
      if (size < limit) found.push(`${size} px: ${words}`);
    }
    return found;
  }, minSize);
  expect(small).toEqual([]);
});
