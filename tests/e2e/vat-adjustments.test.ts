import { mkdirSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { vatRegistration } from '#domain/books/vat-registration.contract';
import { toPence } from '#domain/kernel/money';
import { vatAdjustments } from '#domain/vat-returns/vat-adjustment.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { seriousProblems } from '../support/accessible';
import { asBookkeeper } from '../support/books';
import { tilesIn } from '../support/figures-of-page';
import { useShop } from '../support/browser';
import { fitsWindow } from '../support/fits-window';
import { settled } from '../support/settled';
import { customerWithCredit } from '../support/shop';
import type { Caller } from '../support/test-app';
import { credit, debit, postJournal } from '../../server/kernel/ledger';
import { lockParty, openItem } from '../../server/kernel/parties';
import { noticed } from '../support/notices';

const now = new Date('2026-08-10T11:00:00Z');
const shop = useShop({ clock: () => now });
// Screenshots, if a folder is set.
const pictures = process.env.PICTURES_FOLDER;
let admin: Caller;

/** An invoice of £240.00 with £40.00 of VAT, due on 4 February and written off. */
async function loseDebt(name: string, number: string): Promise<void> {
  const customer = await customerWithCredit(shop().db, 100_000, name);
  await asBookkeeper(
    shop().db,
    async ctx => {
      const document = { type: 'test_sale', id: customer, number };
      const { party } = await lockParty(ctx.tx, { kind: 'customer', id: customer });
      const amount = toPence(24_000);
      const journal = await postJournal(ctx, {
        businessDate: '2026-01-05',
        kind: 'sale',
        narrative: `Sale to ${name}`,
        document,
        lines: [
          debit('1100', amount, { party }),
          credit('4000', toPence(20_000)),
          credit('2200', toPence(4_000)),
        ],
        vat: [
          {
            direction: 'output',
            taxPoint: '2026-01-05',
            code: 'S',
            rate: 2000,
            net: toPence(20_000),
            vat: toPence(4_000),
          },
        ],
      });
      await openItem(ctx, {
        party,
        side: 'debit',
        kind: 'invoice',
        document,
        businessDate: '2026-01-05',
        dueOn: '2026-02-04',
        amount,
        journalId: journal?.id ?? 0,
      });
    },
    { now },
  );
  const lost = await admin.call(customerWallet.adjust, {
    params: { id: customer },
    body: { kind: 'write_off', amount: '240.00', reason: 'In liquidation' },
  });
  expect(lost.status).toBe(200);
}

beforeAll(async () => {
  admin = await shop().as('admin');
  await admin.call(vatRegistration.save, { body: { is_registered: true, vat_number: 'GB123456782' } });
  await loseDebt('Harbour Café', 'INV-00041');
  await loseDebt('Mill Lane Stores', 'INV-00042');
});

test('F62 V27 V28 an adjustment is entered in plain English, previewed by box, posted and reversed', async () => {
  const reader = await shop().openAs(['view_ledger'], '/vat-adjustments');
  await reader.getByText('No VAT adjustments yet.', { exact: false }).waitFor();
  expect(await reader.getByRole('button', { name: 'New adjustment' }).count()).toBe(0);

  const page = await shop().openAs(['admin'], '/vat-adjustments');
  await page.getByRole('button', { name: 'New adjustment' }).press('Enter');
  // The list has a filter of the same name.
  await page.getByRole('heading', { name: 'New VAT Adjustment' }).waitFor();
  await page.getByLabel('Reason', { exact: true }).selectOption('reverse_charge_abroad');
  await page.getByText('You bought services from a business abroad', { exact: false }).waitFor();
  // Boxes 1 and 4 change by the same amount, so there is no account to choose.
  expect(await page.getByLabel('Balancing account').count()).toBe(0);
  await page.getByLabel(/^Date/).fill('2026-08-10');
  await page.getByLabel('VAT (boxes 1 and 4)').fill('10');
  await page.getByLabel('Net amount (boxes 6 and 7)').fill('50');
  const effect = page.getByRole('region', { name: 'Effect on the VAT return' });
  await effect.getByText('1 Jul 2026 to 30 Sep 2026').waitFor();
  await expect
    .poll(() => effect.locator('[data-label="Change"]').allInnerTexts())
    .toEqual(['+£10.00', '—', '+£10.00', '+£10.00', '—', '+£50.00', '+£50.00', '—', '—']);
  expect(await seriousProblems(page)).toEqual([]);
  if (pictures) {
    mkdirSync(pictures, { recursive: true });
    await page.screenshot({ path: `${pictures}/1440-adjustment-form.png` });
  }
  // Without a description nothing is posted.
  await page.keyboard.press('Control+Enter');
  await page.getByText('Description is required.').waitFor();
  await page.getByLabel('Description').fill('Design work from Berlin');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { name: 'VADJ-00001' }).waitFor();
  expect(
    await page.getByRole('region', { name: 'Boxes' }).locator('[data-label="Change"]').allInnerTexts(),
  ).toEqual(['+£10.00', '+£10.00', '+£50.00', '+£50.00']);
  expect(await tilesIn(page.getByRole('region', { name: 'Adjustment', exact: true }))).toEqual({
    'VAT due (box 1)': '+£10.00',
    'VAT reclaimed (box 4)': '+£10.00',
    'Net amount': '£50.00',
  });
  await page.getByRole('link', { name: 'To 30 Sep 2026' }).press('Enter');
  await page.getByText('VAT due in the period on sales and other outputs').waitFor();
  await page.getByRole('link', { name: 'the entries of box 7' }).press('Enter');
  await page.getByRole('link', { name: 'VADJ-00001' }).press('Enter');
  await page.getByRole('button', { name: 'Reverse' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Reverse VADJ-00001' });
  await dialog.getByLabel(/^Date/).fill('2026-08-10');
  await dialog.getByRole('textbox', { name: 'Reason', exact: true }).fill('Charged in the UK after all');
  await page.keyboard.press('Control+Enter');
  await noticed(page, 'Adjustment reversed.');
  await page.getByText('Charged in the UK after all').first().waitFor();
  expect(await page.getByRole('button', { name: 'Reverse' }).count()).toBe(0);
});

test('F62 V26 relief is claimed for several bad debts at once', async () => {
  const page = await shop().openAs(['admin'], '/vat-adjustments/reliefs');
  // Not yet written off on the day before.
  await page.getByLabel('As at', { exact: true }).fill('09/08/2026');
  await page.getByText('No relief to claim.', { exact: false }).waitFor();
  await page.getByLabel('As at', { exact: true }).fill('10/08/2026');
  await page.getByLabel('Select INV-00041').press('Space');
  await page.getByRole('button', { name: 'Select all on this page' }).press('Enter');
  await page.getByText('2 documents selected, £80.00 of VAT').waitFor();
  await page.getByRole('button', { name: 'Post adjustment' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Claim bad debt relief' });
  await dialog.getByText('£80.00 of VAT. Box 4 goes up', { exact: false }).waitFor();
  await expect.poll(() => dialog.getByLabel('Balancing account').inputValue()).toBe('6800');
  // The day of the list.
  await expect.poll(() => dialog.getByLabel(/^Date/).inputValue()).toBe('10/08/2026');
  expect(await seriousProblems(page)).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { name: 'VADJ-00002' }).waitFor();
  const documents = page.getByRole('region', { name: 'Documents' });
  await documents.getByText('INV-00042').waitFor();
  await expect
    .poll(() => documents.locator('[data-label="VAT"]').allInnerTexts())
    .toEqual(['£40.00', '£40.00']);
  await page.goto('/vat-adjustments/reliefs');
  await page.getByText('No relief to claim.', { exact: false }).waitFor();
});

test('V26 V27 the form warns of relief entered by hand that the list has already claimed', async () => {
  const page = await shop().openAs(['admin'], '/vat-adjustments/create');
  await page.getByLabel('VAT to reclaim (box 4)').fill('40');
  const effect = page.getByRole('region', { name: 'Effect on the VAT return' });
  const warning = effect.getByText('The same VAT was already adjusted. Check that it is not counted twice:');
  await warning.waitFor();
  await effect.getByText('VADJ-00002 of 10 Aug 2026, for INV-00041, INV-00042').waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByLabel('VAT to reclaim (box 4)').fill('41');
  await warning.waitFor({ state: 'detached' });
  await page.getByLabel('VAT to reclaim (box 4)').fill('80');
  await effect.getByRole('link', { name: 'VADJ-00002' }).waitFor();
});

test('V26 V27 claiming from the list warns of relief that was entered by hand for the same invoice', async () => {
  await loseDebt('Tidal Books', 'INV-00043');
  const byHand = await admin.call(vatAdjustments.create, {
    body: {
      reason: 'bad_debt_relief',
      box_4: '9.00',
      account: '6800',
      description: 'Tidal Books: part of INV-00043',
    },
  });
  const page = await shop().openAs(['admin'], '/vat-adjustments/reliefs');
  await page.getByLabel('Select INV-00043').press('Space');
  await page.getByRole('button', { name: 'Post adjustment' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Claim bad debt relief' });
  await dialog.getByText('The same VAT may have been adjusted by hand already').waitFor();
  await dialog.getByText(`${byHand.reply.number} of 10 Aug 2026, for INV-00043`).waitFor();
  expect(await dialog.getByRole('link', { name: byHand.reply.number }).getAttribute('target')).toBe('_blank');
  expect(await seriousProblems(page)).toEqual([]);
});

test('F62 axe finds no serious problem, and nothing overflows at either width', async () => {
  const page = await shop().openAs(['admin'], '/vat-adjustments');
  for (const path of [
    '/vat-adjustments',
    '/vat-adjustments/create',
    '/vat-adjustments/2',
    '/vat-adjustments/reliefs?kind=return',
  ])
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      if (width === 1440) await page.goto(path);
      await page.locator('h1').first().waitFor();
      await settled(page);
      expect(await seriousProblems(page), `${path} at ${width}`).toEqual([]);
      await fitsWindow(page, `${path} at ${width}`);
      if (!pictures) continue;
      mkdirSync(pictures, { recursive: true });
      const name = path.replaceAll(/\W+/g, '-');
      await page.screenshot({ path: `${pictures}/${width}${name}.png`, fullPage: width < 1000 });
      await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'dark'));
      await settled(page);
      await page.screenshot({ path: `${pictures}/${width}${name}-dark.png`, fullPage: width < 1000 });
      await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'light'));
    }
});
