import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tills } from '#domain/tills/till.contract';
import { waitForFadeIn, seriousProblems } from '../support/accessible';
import { breachesOf } from '../support/books';
import { useShop } from '../support/browser';
import { press, scan, screenshot, stockedShelf } from '../support/till-keyboard';
import { agedQuote, quoted, quoteSent } from '../support/quotes';
import { customerWithCredit } from '../support/shop';
import { startSmtpSink } from '../support/smtp-sink';
import { chooseFilter } from '../support/list-filters';

const sink = await startSmtpSink();
afterAll(() => sink.close());
const shop = useShop({ jobs: true, smtpUrl: sink.url });

const rights = [
  'view_pos',
  'create_sale',
  'edit_sale',
  'view_sale',
  'view_customer',
  'view_audit',
  'sell_on_account',
  'override_price',
  'open_till',
] as const;

let grace = 0;
let biscuits = 0;
beforeAll(async () => {
  const { db } = shop();
  ({ biscuits } = await stockedShelf(db));
  grace = await customerWithCredit(db, 50_000, 'Grace Moss');
  await sql`update customers set email = 'grace@moss.example' where id = ${grace}`.execute(db);
  const seller = await shop().as(...rights);
  await seller.call(tills.open, { body: { register_id: 1, total: '100.00' } });
});

test('a quote from the desk is emailed, accepted and invoiced at its price, and then shows its invoice', async () => {
  const { db } = shop();
  const page = await shop().openAs(rights, '/sales/pos-new');
  await page.getByLabel('Scan or search products').waitFor();
  await scan(page, '5010000000017');
  await page.getByText('Breakfast tea, 80 bags', { exact: true }).waitFor();
  await press(page, 'F8');
  await page.getByLabel('Unit price (each)').fill('2.00');
  await page.getByRole('button', { name: 'Damaged' }).click();
  await page.getByRole('button', { name: 'Set price' }).click();
  await page.getByRole('button', { name: /^Pay £2.00/ }).waitFor();
  // Without a customer, the till asks for one first.
  await page.getByRole('button', { name: 'Save as quote' }).click();
  await page.getByLabel('Find a customer').fill('grace');
  await page.getByRole('option', { name: /Grace Moss/ }).waitFor();
  await press(page, 'Enter');
  await page.getByRole('button', { name: 'Grace Moss' }).waitFor();
  await page.getByLabel('Customer reference').fill('RFQ 12');
  await page.getByLabel('Scan or search products').focus();
  await press(page, 'Shift+F2');
  const saving = page.getByRole('dialog', { name: 'Save as quote' });
  await saving.getByText('£2.00 for Grace Moss').waitFor();
  await screenshot(page, 'quote-save');
  await press(page, 'Enter');
  await page.waitForURL(/\/sales\/quotes\/\d+$/);
  await page.getByRole('heading', { name: 'QUO-00001' }).waitFor();
  expect(await breachesOf(db)).toEqual([]);

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Email' }).click();
  const mail = page.getByRole('dialog', { name: 'Email QUO-00001' });
  await expect.poll(() => mail.getByLabel('To Email').inputValue()).toBe('grace@moss.example');
  await mail.getByRole('button', { name: 'Send Email' }).click();
  await mail.waitFor({ state: 'detached' });
  await expect.poll(() => sink.delivered.length).toBe(1);
  expect(sink.delivered[0]?.content).toMatch(/Subject: Quote QUO-00001/);
  expect(sink.delivered[0]?.content).toContain('QUO-00001.pdf');

  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('status').getByText('QUO-00001 accepted.').waitFor();
  await page.getByText('Accepted', { exact: true }).first().waitFor();
  await screenshot(page, 'quote');
  expect(await seriousProblems(page)).toEqual([]);

  await page.getByRole('button', { name: 'Create invoice' }).click();
  await page.getByRole('heading', { name: 'Invoice for QUO-00001' }).waitFor();
  await page.getByText('is being invoiced at its quoted prices').waitFor();
  await screenshot(page, 'quote-desk');
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('button', { name: /^Pay £2.00/ }).click();
  await page.getByRole('button', { name: /On account/ }).click();
  await page.getByRole('dialog', { name: /Sold: INV-00001/ }).waitFor();
  await page.getByRole('button', { name: 'Next customer' }).click();
  await page.waitForURL(/\/sales\/quotes\/\d+$/);
  await page.getByRole('link', { name: 'INV-00001' }).waitFor();
  await page.getByText('Invoiced', { exact: true }).first().waitFor();
  expect(await page.getByRole('button', { name: 'Create invoice' }).count()).toBe(0);
  expect(await breachesOf(db)).toEqual([]);
});

test('an expired quote shows price changes, is confirmed and revised; the list finds it, and read-only users see no actions', async () => {
  const { db } = shop();
  const seller = await shop().as(...rights);
  // An old quote, cheaper than today.
  const old = await quoted(seller, quoteSent(grace, [{ product_id: biscuits, quantity: '2' }], 360));
  await agedQuote(db, old);
  await sql`update products set price_pence = 200 where id = ${biscuits}`.execute(db);
  const page = await shop().openAs(rights, `/sales/quotes/${old.id}`);
  await page.getByRole('button', { name: 'Confirm prices' }).click();
  const confirm = page.getByRole('dialog', { name: /Confirm prices for/ });
  await confirm.getByText('At today’s prices it would be £4.00').waitFor();
  await waitForFadeIn(confirm);
  await screenshot(page, 'quote-confirm');
  expect(await seriousProblems(page)).toEqual([]);
  await confirm.getByRole('button', { name: 'Keep the quoted prices' }).click();
  await page.getByRole('button', { name: 'Create invoice' }).waitFor();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Revise' }).click();
  await page.getByRole('heading', { name: `Revise ${old.number}` }).waitFor();
  await page.getByRole('button', { name: /^Save revision £4.00/ }).click();
  const revising = page.getByRole('dialog', { name: `Revise ${old.number}` });
  await revising.getByRole('button', { name: 'Save revision' }).click();
  await page.getByRole('table', { name: 'Revisions' }).getByText('£3.60').waitFor();
  await screenshot(page, 'quote-revised');

  await page.goto('/sales/quotes');
  await page.getByRole('link', { name: old.number }).waitFor();
  await screenshot(page, 'quotes');
  expect(await seriousProblems(page)).toEqual([]);
  await chooseFilter(page, 'Status', 'Invoiced');
  await page.getByRole('link', { name: old.number }).waitFor({ state: 'detached' });

  const viewer = await shop().openAs(['view_sale'], `/sales/quotes/${old.id}`);
  await viewer.getByRole('button', { name: 'PDF', exact: true }).waitFor();
  for (const name of ['Create invoice', 'Accept', 'More'])
    expect(await viewer.getByRole('button', { name }).count(), name).toBe(0);
  expect(await breachesOf(db)).toEqual([]);
});
