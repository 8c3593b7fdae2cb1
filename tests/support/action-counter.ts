import type { Locator, Page } from 'playwright-core';
import { scan } from './till-keyboard';

/** What a user did: the actions of the hand, the characters typed, and how often the page changed. */
export type Actions = {
  /** Clicks of the mouse, and scans of a code. */
  clicks: number;
  /** Keys that command: Enter, Tab, arrows and shortcuts, each pressed once whatever is held with it. */
  keys: number;
  /** Characters typed as text. */
  typed: number;
  /** Changes to another path. */
  pages: number;
};

/** The pause between letters at a till, where faster typing is taken for a scanner. */
const asTyped = 45;
const maxTabs = 8;

const hasFocus = (target: Locator) => target.evaluate(node => node === document.activeElement);

/** A user whose actions on a page are counted. */
export function countedUser(page: Page) {
  const actions: Actions = { clicks: 0, keys: 0, typed: 0, pages: 0 };
  let path = pathOf(page.url());
  page.on('framenavigated', frame => {
    if (frame !== page.mainFrame() || pathOf(frame.url()) === path) return;
    path = pathOf(frame.url());
    actions.pages += 1;
  });
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
    actions.keys += keys.length;
  };
  const types = async (text: string) => {
    await page.keyboard.type(text, { delay: asTyped });
    actions.typed += text.length;
  };
  const click = async (target: Locator) => {
    await target.click();
    actions.clicks += 1;
  };
  return {
    actions,
    page,
    click,
    press,
    types,
    /** Clicks the field of a label and types into it. */
    fills: async (label: string, text: string) => {
      // A required label ends in an asterisk.
      await click(page.getByLabel(new RegExp(`^${label}( \\*)?$`)));
      await page.keyboard.type(text);
      actions.typed += text.length;
    },
    /** Opens a list of options and chooses one: two clicks. */
    chooses: async (label: string, value: string) => {
      const field = page.getByLabel(label);
      await field.focus();
      await field.selectOption(value);
      actions.clicks += 2;
    },
    scans: async (code: string) => {
      await scan(page, code);
      actions.clicks += 1;
    },
    /** Presses Tab until the field has the focus. */
    tabsTo: async (target: Locator) => {
      for (let tabs = 0; tabs < maxTabs; tabs += 1) {
        await press('Tab');
        if (await hasFocus(target)) return;
      }
      throw new Error(`Not reached with ${maxTabs} tabs`);
    },
    /** Waits until the product itself has put the focus there. */
    isAt: async (target: Locator) => {
      await target.waitFor();
      await page.waitForFunction(node => node === document.activeElement, await target.elementHandle());
    },
    /** Opens what the search finds first for a text. */
    opens: async (text: string, heading: string | RegExp) => {
      await press('Control+k');
      await types(text);
      await press('Enter');
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    },
  };
}

export type CountedUser = ReturnType<typeof countedUser>;

const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : '');
