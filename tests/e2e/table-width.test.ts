import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { someSupplier } from '../support/books';
import { useShop } from '../support/browser';
import { settled } from '../support/settled';

const shop = useShop();
beforeAll(async () => {
  const admin = await shop().as('admin');
  const body = {
    name: 'Abbeyfield Care Homes',
    email: 'accounts@abbeyfield-care-homes.example',
    phone: '0117 496 0200',
    tags: ['catering', 'trade'],
    billing_postcode: 'BS6 5NT',
    credit_limit: '2500.00',
  };
  await admin.call(customers.create, { body });
  const supplier_id = await someSupplier(shop().db, 'Zeal Monachorum Butchers Limited');
  const lines = [{ description: 'Bacon', quantity: '10', unit_price: '1250.00', vat_code: 'Z' }];
  await admin.call(purchases.create, { body: { supplier_id, lines, order_date: '2026-01-02' } });
});

/** Whether the link to the record, the check box and the actions of the first row can be seen whole; and its height. */
const placesOn = (page: Page) =>
  page.evaluate(() => {
    const box = document.querySelector('.table-scroll')?.getBoundingClientRect();
    const row = document.querySelector('tbody tr');
    const boxOf = (cell: Element | null | undefined) => cell?.getBoundingClientRect();
    const inside = (cell: DOMRect | undefined, from = box?.left) =>
      box !== undefined &&
      cell !== undefined &&
      cell.left >= (from ?? box.left) - 1 &&
      cell.right <= box.right + 1;
    const choice = boxOf(row?.querySelector('[data-choice]'));
    return {
      // Beside the check box, not below it.
      name: inside(boxOf(row?.querySelector('td:has(a[href])')), choice?.right),
      choice: choice === undefined || inside(choice),
      actions: inside(boxOf(row?.querySelector('[data-actions]'))),
      height: row?.getBoundingClientRect().height,
    };
  });

test.each([1280, 1024])(
  'F78 at %i pixels the name, check box and actions of a list stay in sight, and no word breaks letter by letter',
  async width => {
    const page = await shop().openAs(['admin'], '/customers', { width });
    for (const path of ['/customers', '/suppliers', '/purchases']) {
      await page.goto(path);
      await page.locator('tbody tr a').first().waitFor();
      await settled(page);
      const places = await placesOn(page);
      expect(places, path).toMatchObject({ name: true, choice: true, actions: true });
      expect(places.height, path).toBeLessThan(110);
      await page.locator('.table-scroll').evaluate(box => box.scrollTo({ left: box.scrollWidth }));
      expect(await placesOn(page), path).toMatchObject({ name: true, choice: true, actions: true });
    }
  },
);

test('at 1440 pixels the suppliers have room for their check boxes: no column is cut (audit 14, item 3)', async () => {
  const page = await shop().openAs(['admin'], '/suppliers');
  await page.locator('tbody tr a').first().waitFor();
  await settled(page);
  await page.locator('thead [data-choice] input').waitFor();
  const cut = await page
    .locator('.table-scroll')
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(cut).toBe(0);
});
