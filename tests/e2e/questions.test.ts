import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';

const shop = useShop();

test("F85 M-10 the browser's own confirmation is used only where the specification requires it", async () => {
  const files = (await readdir('web', { recursive: true })).filter(name => /\.tsx?$/.test(name));
  const questions: string[] = [];
  for (const name of files)
    if (/window\.(?:confirm|prompt|alert)\(/.test(await readFile(join('web', name), 'utf8')))
      questions.push(name);
  expect(questions).toEqual([join('ui', 'notice.tsx')]);
});

test('F85 asks before deleting: Escape keeps, Enter deletes, and the focus stays inside and returns', async () => {
  const clerk = await shop().as('create_customer');
  const { reply } = await clerk.call(customers.create, { body: { name: 'Gone Soon' } });
  for (const look of [{ width: 1440 }, { width: 390, colours: 'dark' as const }]) {
    const page = await shop().openAs(['view_customer', 'delete_customer'], '/customers?search=Gone', look);
    const questions: string[] = [];
    page.on('dialog', dialog => {
      questions.push(dialog.message());
      void dialog.dismiss();
    });
    const button = page.getByRole('button', { name: 'Delete Gone Soon' });
    // On a phone the actions of a row are in its menu.
    const menu = page.getByRole('row', { name: /Gone Soon/ }).getByRole('button', { name: 'Actions' });
    const opener = look.width === 390 ? menu : button;
    const ask = async () => {
      await opener.press('Enter');
      if (opener === menu) await button.press('Enter');
    };
    await ask();
    const question = page.getByRole('dialog', { name: 'Delete Gone Soon?' });
    const act = question.getByRole('button', { name: 'Delete', exact: true });
    const isFocused = () => act.evaluate(node => node === document.activeElement);
    await expect.poll(isFocused).toBe(true);
    for (let n = 0; n < 4; n++) {
      await page.keyboard.press('Tab');
      expect(await question.evaluate(node => node.contains(document.activeElement))).toBe(true);
    }
    // Red marks destructive actions.
    const [red, , blue] = await act.evaluate(node =>
      (getComputedStyle(node).backgroundColor.match(/\d+/g) ?? []).map(Number),
    );
    expect(red).toBeGreaterThan((blue ?? 0) + 40);
    expect(await seriousProblems(page)).toEqual([]);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/question-${look.width}.png` });
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => opener.evaluate(node => node === document.activeElement)).toBe(true);
    expect(
      (await (await shop().as('view_customer')).call(customers.get, { params: { id: reply.id } })).status,
    ).toBe(200);
    expect(questions).toEqual([]);
    if (look.width !== 390) continue;
    await ask();
    await expect.poll(isFocused).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByText('Deleted successfully!').waitFor();
  }
});

test('F85 accounts of a profit and loss are indented below their section', async () => {
  const page = await shop().openAs(['admin'], '/reports/profit-loss?period=this_month');
  const table = page.getByRole('table', { name: 'Profit and loss' });
  await table.getByText('Revenue', { exact: true }).waitFor();
  for (const line of await table.locator('.indented-line').all())
    expect(await line.evaluate(node => Number.parseFloat(getComputedStyle(node).paddingLeft))).toBe(20);
  expect(await table.locator('.indented-line strong').count()).toBe(0);
});

test("F85 the receipt in the settings is this company's, with its own VAT number", async () => {
  const page = await shop().openAs(['admin'], '/settings/receipts');
  const preview = page.getByLabel('Preview', { exact: true });
  await preview.getByText('VAT number GB123456782').waitFor();
  await shop().db.updateTable('vat_registration').set({ vat_number: 'GB339072747' }).execute();
  await page.reload();
  await preview.getByText('VAT number GB339072747').waitFor();
});
