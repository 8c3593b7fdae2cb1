import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { staffOffice } from '../support/employees';
import { settled } from '../support/settled';
import { startSmtpSink } from '../support/smtp-sink';

const sink = await startSmtpSink();
afterAll(() => sink.close());
const shop = useShop({ jobs: true, smtpUrl: sink.url });
let office: Awaited<ReturnType<typeof staffOffice>>;
beforeAll(async () => {
  await shop().as('admin');
  office = await staffOffice(shop());
});

const rights = ['view_dashboard', 'view_employee', 'create_email', 'view_audit'] as const;
const receivedBy = (address: string) => sink.delivered.filter(({ to }) => to[0] === address);

test('selected employees are emailed, and the one without an address is named with the reason', async () => {
  await office.hired({ name: 'Harbour Ada', email: 'ada@harbour.example' });
  await office.hired({ name: 'Harbour Bea', email: 'bea@harbour.example' });
  await office.hired({ name: 'Harbour Cy' });
  const page = await shop().openAs([...rights], '/employees?search=harbour');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  const bar = page.getByRole('group', { name: 'Selected employees' });
  await bar.getByRole('button', { name: 'Email employees' }).click();
  const dialog = page.getByRole('dialog', { name: 'Email employees' });
  await dialog.getByText('2 employees will be emailed').waitFor();
  await dialog.getByText('1 skipped: No email address.').click();
  await dialog.getByRole('link', { name: 'Harbour Cy' }).waitFor();
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('Rota of {{employee}}');
  await dialog.getByRole('textbox', { name: 'Message' }).fill('We open at 8 on Monday.');
  const example = dialog.getByRole('region', { name: 'First email' });
  await example.getByRole('heading', { name: 'Rota of Harbour Ada' }).waitFor();
  expect(await example.getByText('Attached').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Email 2 employees' }).click();
  await dialog.getByText('Done: 2 sent, 1 skipped.').waitFor({ timeout: 300_000 });
  expect(receivedBy('bea@harbour.example')[0]?.content).toContain('Subject: Rota of Harbour Bea');
  await dialog.getByRole('link', { name: 'View details' }).click();
  await page.getByRole('heading', { name: 'Bulk email: 3 employees' }).waitFor();
  await page.getByRole('link', { name: 'Harbour Cy' }).waitFor();
});

test('one employee is emailed from their page on a phone, and the history of the record shows it', async () => {
  const { id } = await office.hired({ name: 'Pier Flo', email: 'flo@pier.example' });
  const without = await office.hired({ name: 'Pier Gus' });
  const page = await shop().openAs([...rights], `/employees/${id}`, { width: 390, colours: 'dark' });
  await page.getByRole('button', { name: 'More for Pier Flo' }).click();
  await page.getByRole('menuitem', { name: 'Email', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Email employee' });
  await dialog.getByText('1 employee will be emailed').waitFor();
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  // Nothing is sent without texts.
  await dialog.getByRole('button', { name: 'Email 1 employee' }).click();
  await dialog.getByText('Subject is required.').first().waitFor();
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('Your rota');
  await dialog.getByRole('textbox', { name: 'Message' }).fill('We open at 8 on Monday.');
  await dialog.getByRole('button', { name: 'Email 1 employee' }).click();
  await dialog.getByText('Done: 1 sent.').waitFor({ timeout: 300_000 });
  expect(receivedBy('flo@pier.example')).toHaveLength(1);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Subject: Your rota').first().waitFor();

  await page.goto(new URL(`/employees/${without.id}`, page.url()).href);
  await page.getByRole('button', { name: 'More for Pier Gus' }).click();
  const blocked = page.getByRole('menuitem', { name: /^Email/ });
  await blocked.waitFor();
  expect(await blocked.getAttribute('aria-disabled')).toBe('true');
});

test('a long address is broken before its @ or a full stop, not within a word', async () => {
  const email = 'florentina.fotheringay@harbourvalegrocers.example';
  const { id } = await office.hired({ name: 'Quay Florentina', email });
  const page = await shop().openAs([...rights], `/employees/${id}`, { width: 390 });
  await page.getByRole('button', { name: 'More for Quay Florentina' }).click();
  await page.getByRole('menuitem', { name: 'Email', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Email employee' });
  const shown = dialog.getByText(email, { exact: true });
  await shown.first().waitFor();
  await settled(page);
  const lines = await shown.evaluateAll(all =>
    all.map(one => {
      const words = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
      const found: number[] = [];
      while (words.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(words.currentNode);
        found.push(range.getClientRects().length);
      }
      return { height: one.getBoundingClientRect().height, found };
    }),
  );
  expect(lines.length).toBeGreaterThan(0);
  for (const { found } of lines) expect(found).toEqual(found.map(() => 1));
  // It does not fit one line.
  expect(Math.max(...lines.map(({ height }) => height))).toBeGreaterThan(24);
});
