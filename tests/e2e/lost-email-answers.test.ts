import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { useShop } from '../support/browser';
import { mailNetwork, mailSecrets } from '../support/mailbox';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink';
import { noticed } from '../support/notices';

const sink: SmtpSink = await startSmtpSink();
const shop = useShop({ jobs: true, smtpUrl: sink.url, secrets: mailSecrets, mailNetwork });
afterAll(() => sink.close());

/** A draft in the editor. Its subject names it. */
async function draftOf(subject: string) {
  const page = await shop().openAs(['admin'], '/emails/inbox');
  await page.getByRole('button', { name: 'New email' }).click();
  const form = page.getByRole('form', { name: 'New email' });
  await form.getByLabel('To').fill('ada@customer.example');
  await form.getByLabel('Subject').fill(subject);
  await form.getByText('Draft saved').waitFor();
  return { id: Number(new URL(page.url()).searchParams.get('draft')), page, form };
}

const textOf = async (id: number): Promise<string | undefined> =>
  (await shop().db.selectFrom('mail_drafts').select('body').where('id', '=', id).executeTakeFirst())?.body;

/** The server does what it is asked next, but its answer is lost. Returns whether that has happened. */
async function loseAnswer(page: Page, address: string): Promise<() => boolean> {
  let isLost = false;
  await page.route(
    address,
    async route => {
      expect((await route.fetch()).status()).toBe(200);
      await route.abort('connectionreset');
      isLost = true;
    },
    { times: 1 },
  );
  return () => isLost;
}

const deliveredOf = (subject: string) => sink.delivered.filter(({ content }) => content.includes(subject));
const press = (page: Page) => page.getByRole('button', { name: 'Send Email' }).click();
const noAnswer = 'No answer came. The email may have been sent. Try again: it is not sent a second time.';

test('R12 an email whose answer is lost is not called unsent, and pressing again sends no second one', async () => {
  const { id, page, form } = await draftOf('Lost on the way');
  await loseAnswer(page, `**/api/emails/drafts/${id}/send`);
  await press(page);
  await form.getByText(noAnswer).waitFor();
  await press(page);
  await noticed(page, 'Email sent.');
  await form.waitFor({ state: 'detached' });
  expect(deliveredOf('Lost on the way').length).toBe(1);
});

test('R12 an email changed after it was sent unseen is called sent', async () => {
  const { id, page, form } = await draftOf('Changed too late');
  await loseAnswer(page, `**/api/emails/drafts/${id}/send`);
  await press(page);
  await form.getByText(noAnswer).waitFor();
  await form.getByLabel('Message').fill('One more thing.');
  await form.getByText('This email was already sent. See Sent.').waitFor();
  await press(page);
  await expect.poll(() => form.getByText('This email was already sent. See Sent.').count()).toBe(2);
  expect(deliveredOf('Changed too late').length).toBe(1);
});

test('R12 a draft whose save was not answered is saved and sent as written since', async () => {
  const { id, page, form } = await draftOf('Saved unseen');
  const isLost = await loseAnswer(page, `**/api/emails/drafts/${id}`);
  await form.getByLabel('Message').fill('First words.');
  await expect.poll(isLost).toBe(true);
  await form.getByText('Not saved').waitFor();
  await form.getByLabel('Message').fill('First words, and second ones.');
  await form.getByText('Draft saved').waitFor();
  expect(await textOf(id)).toBe('First words, and second ones.');
  expect(await form.getByRole('alert').count()).toBe(0);
});

test('a draft changed in another window asks which text to keep', async () => {
  const { id, page, form } = await draftOf('Two windows');
  const elsewhere = async (body: string) => {
    await shop()
      .db.updateTable('mail_drafts')
      .set(set => ({ body, version: set('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
  };
  await elsewhere('Theirs');
  await form.getByLabel('Message').fill('Mine');
  await form.getByText('This draft was changed elsewhere meanwhile.').waitFor();
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await form.getByText('Draft saved').waitFor();
  expect(await textOf(id)).toBe('Mine');

  await elsewhere('Theirs again');
  await form.getByLabel('Message').fill('Mine again');
  await page.getByRole('button', { name: 'Take the saved one' }).click();
  await expect.poll(() => form.getByLabel('Message').inputValue()).toBe('Theirs again');
  await form.getByText('Draft saved').waitFor();
  expect(await textOf(id)).toBe('Theirs again');
});
