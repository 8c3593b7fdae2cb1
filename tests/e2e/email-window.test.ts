import { afterAll, beforeAll, expect, test } from 'vitest';
import { useShop } from '../support/browser';
import { noticed } from '../support/notices';
import { orderDesk } from '../support/orders';
import { startSmtpSink } from '../support/smtp-sink';
import type { Caller } from '../support/test-app';

const sink = await startSmtpSink();
afterAll(() => sink.close());
const shop = useShop({ jobs: true, smtpUrl: sink.url });
let admin: Caller;
beforeAll(async () => {
  admin = await shop().as('admin');
});
const desk = orderDesk(() => ({ app: shop(), admin }));

test('F17 the email of an order is previewed as it is typed, and arrives with that subject, message and copies', async () => {
  const order = await desk.draft([{ description: 'Cups' }]);
  const page = await shop().openAs(['admin'], `/purchases/${order.id}`);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Send ${order.po_number}` });
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await preview.getByText(`Please find our purchase order ${order.po_number} attached.`).waitFor();
  await preview.getByRole('heading', { name: new RegExp(order.po_number) }).waitFor();
  await preview.getByRole('button', { name: `${order.po_number}.pdf` }).waitFor();
  await dialog.getByLabel('To Email').fill('orders@supplier.example');
  await dialog.getByLabel('Cc').fill('store@firm.example, not an address');
  await dialog.getByLabel('Subject').fill('Cups, please');
  await dialog.getByLabel('Message').fill('By Friday.');
  await preview.getByRole('heading', { name: 'Cups, please' }).waitFor();
  await preview.getByText('By Friday.').waitFor();
  await dialog.getByRole('button', { name: 'Send Email' }).click();
  await expect.poll(() => dialog.getByLabel('Cc').getAttribute('aria-invalid')).toBe('true');
  expect(sink.delivered).toHaveLength(0);
  await dialog.getByLabel('Cc').fill('store@firm.example, boss@firm.example');
  await dialog.getByRole('button', { name: 'Send Email' }).click();
  await noticed(page, 'Order sent to orders@supplier.example.');
  const message = sink.delivered.at(-1);
  expect(message?.to).toEqual(['orders@supplier.example', 'store@firm.example', 'boss@firm.example']);
  for (const part of ['Subject: Cups, please', 'By Friday.', `${order.po_number}.pdf`])
    expect(message?.content).toContain(part);
  expect(message?.content).toMatch(/^Cc: store@firm\.example,\s+boss@firm\.example/m);
});
