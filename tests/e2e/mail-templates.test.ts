import { expect, test } from 'vitest';
import { useShop } from '../support/browser';
import { unwatchedMailbox } from '../support/mailbox';
import { noticed } from '../support/notices';

const shop = useShop();

test('U12 a typed signature is not lost to a template that is opened meanwhile', async () => {
  await unwatchedMailbox(shop().db);
  const page = await shop().openAs(['view_email', 'create_email'], '/emails/inbox');
  await page.getByRole('button', { name: 'Templates', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Signature and templates' });
  const signature = dialog.getByRole('textbox', { name: 'Your signature' });
  await signature.fill('Ada, Harbour Stores');
  await dialog.getByRole('button', { name: 'Add template' }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await expect.poll(() => signature.inputValue()).toBe('Ada, Harbour Stores');
  await dialog.getByRole('button', { name: 'Save signature' }).click();
  await noticed(page, 'Signature saved');
  await dialog.getByRole('button', { name: 'Add template' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).waitFor();
});
