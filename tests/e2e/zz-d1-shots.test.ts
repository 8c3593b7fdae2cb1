import { mkdirSync } from 'node:fs';
import { beforeAll, test } from 'vitest';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { useShop } from '../support/browser';
import { lineOf, type Order, orderDesk } from '../support/orders';
import { someProduct } from '../support/products';

const shop = useShop();
let admin: Awaited<ReturnType<ReturnType<typeof shop>['as']>>;
const desk = orderDesk(() => ({ app: shop(), admin }));
let done: Order;
let part: Order;
let draftOrder: Order;
const out = '/tmp/shots-d1';
beforeAll(async () => {
  mkdirSync(out, { recursive: true });
  admin = await shop().as('admin');
  const [a, b] = [
    await someProduct(shop().db, { name: 'Earl Grey tea, 80 bags' } as never),
    await someProduct(shop().db, { name: 'Stoneware mug' } as never),
  ];
  draftOrder = await desk.draft(
    [
      { product_id: a, quantity: '12', unit_price: '3.25', discount_percent: '5' },
      { description: 'Delivery pallet', quantity: '1', unit_price: '18.00' },
    ],
    {
      expected_delivery_date: '2026-12-01',
      reference: 'Q-1881',
      notes: 'Deliver to the back door before noon.',
    },
  );
  done = await desk.sent([
    { product_id: a, quantity: '24', unit_price: '3.25' },
    { product_id: b, quantity: '6', unit_price: '4.10', vat_code: 'Z' },
  ]);
  await desk.receive(done.id);
  done = await desk.get(done.id);
  await desk.bill(
    done.id,
    done.lines.map(l => ({
      line_id: l.id,
      quantity: String(l.quantity / 1000),
      ...(l === done.lines[0] ? { net: '78.40' } : {}),
    })),
    { accept_difference: true },
  );
  await desk.pay(done, '50.00');
  await desk.pay(done, '10.00', { status: 'pending', payment_method: 'cheque' });
  await admin.call(purchases.return, {
    params: { id: done.id },
    body: {
      reason: 'Broken handle',
      lines: [{ receipt_line_id: done.receipts[0]?.lines[1]?.id ?? 0, quantity: '1' }],
    },
  });
  part = await desk.sent([
    { product_id: a, quantity: '10', unit_price: '3.30' },
    { description: 'Shop-fitting', quantity: '2', unit_price: '150.00' },
  ]);
  await desk.receive(part.id, [{ line_id: lineOf(part), quantity: '4' }]);
  part = await desk.get(part.id);
});
const settle = async (page: any) => {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(250);
};
for (const [width, colours] of [
  [1440, 'light'],
  [390, 'light'],
  [1440, 'dark'],
] as const) {
  test(`shots ${width} ${colours}`, async () => {
    const name = (n: string) => `${out}/${n}-${width}-${colours}.png`;
    const page = await shop().openAs(['admin'], '/purchases', { width, colours });
    await settle(page);
    await page.screenshot({ path: name('list'), fullPage: true });
    await page.goto(`/purchases/${done.id}`);
    await settle(page);
    await page.screenshot({ path: name('detail'), fullPage: true });
    await page.goto('/purchases/purchased');
    await settle(page);
    await page.screenshot({ path: name('purchased'), fullPage: true });
    await page.goto(`/purchases/${draftOrder.id}/edit`);
    await settle(page);
    await page.getByRole('combobox', { name: 'Item of line 3' }).fill('tea');
    await page.locator('.look-up-choice').first().waitFor();
    await settle(page);
    await page.screenshot({ path: name('edit'), fullPage: true });
    await page.goto(`/purchases/${part.id}`);
    await settle(page);
    for (const [button, n] of [
      ['Receive goods', 'receive'],
      ['Record bill', 'bill'],
      ['Pay', 'pay'],
    ] as const) {
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.getByRole('dialog').waitFor();
      await settle(page);
      await page.screenshot({ path: name(n) });
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    for (const [item, n] of [
      ['Return goods', 'return'],
      ['Add landed cost', 'landed'],
      ['Close short', 'short'],
    ] as const) {
      await page.getByRole('button', { name: 'More' }).click();
      if (n === 'return') await page.screenshot({ path: name('more') });
      await page.getByRole('menuitem', { name: item }).click();
      await page.getByRole('dialog').waitFor();
      await settle(page);
      await page.screenshot({ path: name(n) });
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.goto(`/purchases/${draftOrder.id}`);
    await settle(page);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    await settle(page);
    await page.screenshot({ path: name('send') });
    await page.goto('/purchases');
    await settle(page);
    await page.getByRole('button', { name: 'Rules' }).click();
    await page.getByLabel('Approval above').waitFor();
    await settle(page);
    await page.screenshot({ path: name('rules') });
    await page.goto('/purchases/create');
    await settle(page);
    await page.screenshot({ path: name('create'), fullPage: true });
  }, 90_000);
}
