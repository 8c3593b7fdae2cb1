import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drafts, templates } from '#domain/emails/draft.contract';
import type { Permission } from '#domain/kernel/permissions';
import { openMailParser } from '../../server/platform/mail-parser';
import { waitForFadeIn, seriousProblems } from '../support/accessible';
import { answersOneByOne } from '../support/answers-one-by-one';
import { useShop } from '../support/browser';
import { fitsWindow } from '../support/fits-window';
import { fontDrawn } from '../support/font-drawn';
import { hostileMessages } from '../support/hostile-mail';
import { mailMessage, mailNetwork, mailSecrets, someMessage } from '../support/mailbox';
import { settled } from '../support/settled';
import { shiftsOf, watchShifts } from '../support/shifts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink';

const sink: SmtpSink = await startSmtpSink();
const shop = useShop({
  jobs: true,
  smtpUrl: sink.url,
  secrets: mailSecrets,
  mailNetwork: { ...mailNetwork, pictures: mailNetwork.networks },
});

// Records outgoing requests; the one allowed picture is served.
const heard: string[] = [];
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const elsewhere = createServer((request, response) => {
  heard.push(request.url ?? '');
  response.end(picture);
});
let where: string;
beforeAll(async () => {
  elsewhere.listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  where = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
});
afterAll(async () => {
  elsewhere.close();
  await sink.close();
});

const clerk: Permission[] = ['view_dashboard', 'view_email', 'create_email', 'view_setting', 'edit_setting'];

test('mail is read, answered and searched by keyboard alone, on a desktop and on a phone', async () => {
  // Only an administrator can set up the mailbox.
  const page = await shop().openAs(['admin'], '/emails/inbox');
  await page.getByText('No mailbox is set up').waitFor();
  await page.getByRole('button', { name: 'Set up a mailbox' }).press('Enter');
  const mailboxDialog = page.getByRole('dialog', { name: 'Mailbox' });
  await mailboxDialog.getByLabel('Address').waitFor();
  await waitForFadeIn(mailboxDialog);
  for (const [label, text] of [
    ['Address', 'shop@firm.example'],
    ['Mail server', '127.0.0.1'],
    ['User name', 'shop'],
    ['Port', '1'],
  ] as const)
    await mailboxDialog.getByLabel(label).fill(text);
  await mailboxDialog.getByRole('textbox', { name: 'Password' }).fill('sesame');
  await mailboxDialog.getByRole('button', { name: 'Test connection' }).press('Enter');
  await mailboxDialog.getByText('No server responds at this address and port.').waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await mailboxDialog.getByRole('button', { name: 'Save' }).press('Enter');
  await mailboxDialog.waitFor({ state: 'detached' });

  for (let n = 3; n > 0; n--) await someMessage(shop().db, { subject: `Question ${n}`, minutesAgo: n });
  await page.reload();
  await page.getByRole('link', { name: /Question 1/ }).waitFor();
  await settled(page);
  await page.keyboard.press('j');
  await page.getByRole('heading', { name: 'Question 1' }).waitFor();
  await page.keyboard.press('j');
  await page.getByRole('heading', { name: 'Question 2' }).waitFor();
  await page.getByText('The text of Question 2.', { exact: true }).last().waitFor();
  await expect.poll(() => page.getByText('Unread: ').count()).toBe(1);
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await page.keyboard.press('u');
  await page.getByText('Choose a message to read it here.').waitFor();
  await expect.poll(() => page.getByText('Unread: ').count()).toBe(2);

  await page.getByRole('link', { name: /Question 2/ }).press('Enter');
  await page.getByRole('heading', { name: 'Question 2' }).waitFor();
  await page.keyboard.press('r');
  const form = page.getByRole('form', { name: 'Reply' });
  await form.getByLabel('Message').waitFor();
  await settled(page);
  await page.keyboard.type('Yes, on Friday.');
  await form.getByText('Draft saved').waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await page.reload();
  await expect.poll(() => form.getByLabel('Message').inputValue()).toContain('Yes, on Friday.');
  await form.getByLabel('Message').press('Control+Enter');
  // It closes once the email has been sent; the message about it is gone after two seconds.
  await form.waitFor({ state: 'detached' });
  await expect.poll(() => sink.delivered[0]?.content).toContain('In-Reply-To: <');
  expect(sink.delivered[0]?.to).toEqual(['ada@customer.example']);
  await page.getByRole('link', { name: 'Sent', exact: true }).press('Enter');
  await page.getByRole('link', { name: /Re: Question 2/ }).press('Enter');
  // One folder is marked, although the address of the inbox is a part of this one.
  await expect
    .poll(() => page.locator('.mail-folder[aria-current]').allInnerTexts())
    .toEqual([expect.stringContaining('Sent')]);
  await page.getByText('Yes, on Friday.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('Choose a message to read it here.').waitFor();
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/emails/inbox');
  await page.getByRole('link', { name: /Question 1/ }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('question 3');
  await expect.poll(() => page.getByRole('list', { name: 'Messages' }).getByRole('link').count()).toBe(1);
  await page.getByRole('link', { name: /Question 3/ }).press('Enter');
  await page.getByRole('button', { name: 'Messages' }).waitFor();
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await fitsWindow(page);
  await page.getByRole('button', { name: 'Messages' }).press('Enter');
  await page.getByRole('link', { name: /Question 3/ }).waitFor();
});

test('a search goes on in all folders, which says where each message is, and flagged ones are listed', async () => {
  const id = await someMessage(shop().db, { subject: 'Pallet of a supplier' });
  const unflagged = await someMessage(shop().db, { subject: 'Pallet of another' });
  await sql`
    with folder as (insert into mail_folders (path, name) values ('Suppliers', 'Suppliers') returning id)
    update mail_messages set folder_id = folder.id, flagged = mail_messages.id = ${id}
    from folder where mail_messages.id in (${id}, ${unflagged})`.execute(shop().db);
  const page = await shop().openAs(clerk, '/emails/inbox');
  await page.getByLabel('Search these messages').fill('pallet');
  await page.getByText('No messages match.').waitFor();
  await page.getByRole('button', { name: 'Search all folders' }).click();
  const found = page.getByRole('link', { name: /Pallet of a supplier.*In Suppliers/ });
  await found.waitFor();
  await page.keyboard.type(' of');
  await page.waitForURL('**search=pallet+of*');
  await found.waitFor();
  const other = page.getByRole('link', { name: /Pallet of another/ });
  await other.waitFor();
  const flaggedOnly = page.getByRole('checkbox', { name: 'Flagged only' });
  await flaggedOnly.click();
  await other.waitFor({ state: 'detached' });
  await expect.poll(() => flaggedOnly.isChecked()).toBe(true);
  await found.click();
  await page.getByRole('heading', { name: 'Pallet of a supplier' }).waitFor();
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
});

test('none of twenty-five hostile messages runs, loads, covers or sends anything until pictures are requested', async () => {
  const parser = openMailParser();
  const messages = hostileMessages(where);
  expect(messages.length).toBeGreaterThanOrEqual(25);
  const ids: number[] = [];
  for (const [position, { name, html }] of messages.entries()) {
    const parsed = await parser.parse(Buffer.from(mailMessage({ html })));
    ids.push(
      await someMessage(shop().db, {
        subject: name,
        html: parsed.html ?? '',
        text: parsed.text,
        seen: true,
        minutesAgo: 10_000 + position,
      }),
    );
  }
  await parser.close();
  const page = await shop().openAs(clerk, `/emails/inbox?message=${ids[0]}`);
  const windows = page.context().pages().length;
  page.on('dialog', dialog => heard.push(dialog.message()));
  // "j" goes on to the next message of the list.
  await page
    .getByRole('link', { name: messages[1]?.name ?? '' })
    .first()
    .waitFor();
  for (const [position, { name }] of messages.entries()) {
    await page.getByRole('heading', { name, exact: true }).waitFor();
    // Some messages have no displayable content.
    await page.locator('.mail-frame, .mail-text, .mail-note').waitFor();
    const frame = page.frames().at(1);
    await frame?.waitForLoadState('load');
    const found = await frame
      ?.locator('script, form, input, iframe, object, link, [onload], [onerror]')
      .count();
    expect(found ?? 0, name).toBe(0);
    expect(await page.title(), name).not.toBe('ran');
    expect(page.frames().length, name).toBeLessThanOrEqual(2);
    if (position < messages.length - 1) await page.keyboard.press('j');
  }
  await settled(page);
  expect(page.context().pages()).toHaveLength(windows);
  expect(new URL(page.url()).pathname).toBe('/emails/inbox');
  expect(heard).toEqual([]);

  // On request, they come through the server: the browser itself contacts no other host.
  const reported = messages.findIndex(({ name }) => name === 'pictures that tell');
  await page.goto(`/emails/inbox?message=${ids[reported]}`);
  await page.getByRole('button', { name: 'Show pictures' }).press('Enter');
  await page
    .frameLocator('iframe')
    .locator('img[src^="data:image/png"]')
    .first()
    .waitFor({ state: 'attached' });
  expect([...heard].sort()).toEqual(['/1x.png', '/p.png', '/pixel.gif']);
});

test('F81 nothing moves in a draft while its parts arrive, and its first field has the focus', async () => {
  const writer = await shop().as(...clerk);
  const template = { name: 'Thanks', subject: 'Thank you', body: 'Thank you for your order.' };
  expect((await writer.call(templates.create, { body: template })).status).toBe(200);
  const { reply: draft } = await writer.call(drafts.begin, { body: { kind: 'new' } });
  const page = await shop().pageOf(writer.token);
  const letArrive = await answersOneByOne(page);
  await page.goto(`/emails/inbox?draft=${draft.id}`);
  await page.locator('#page').waitFor();
  await fontDrawn(page);
  await watchShifts(page, '.mail-pane');
  await letArrive();
  await page.getByLabel('Template', { exact: true }).waitFor();
  expect(await shiftsOf(page)).toEqual([]);
  expect(await page.evaluate(() => document.activeElement?.getAttribute('placeholder'))).toContain(
    'name@example',
  );
});
