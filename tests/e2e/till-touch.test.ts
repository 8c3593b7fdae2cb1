import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { pins } from '#domain/tills/cashier.contract';
import { tills } from '#domain/tills/till.contract';
import { seriousProblems } from '../support/accessible';
import { breachesOf } from '../support/books';
import { hashPassword } from '../../server/features/session/passwords';
import { useShop } from '../support/browser';
import { press, scan, shoot, stockedShelf } from '../support/counter';
import { customerWithCredit } from '../support/shop';

const shop = useShop();

test('V13 by touch alone: tiles, a price that somebody approves by PIN, exact cash, an exchange, a customer on account', async () => {
  await stockedShelf(shop().db);
  await customerWithCredit(shop().db, 50_000, 'Grace Moss');
  const manager = await shop().as(
    'view_pos',
    'open_till',
    'override_price',
    'sell_on_account',
    'refund_sale',
  );
  const password = 'seven green bottles';
  const hash = await hashPassword(password);
  await sql`update users set name = 'Mona Manager', password_hash = ${hash} where id = ${manager.userId}`.execute(
    shop().db,
  );
  await manager.call(pins.set, { body: { current_password: password, pin: '4826' } });
  await manager.call(tills.open, { body: { register_id: 1, total: '100.00' } });
  const page = await shop().openAs(
    ['view_pos', 'view_customer', 'create_customer', 'refund_sale', 'sell_on_account'],
    '/sales/pos',
    {
      width: 1024,
    },
  );
  await page.getByRole('button', { name: 'Drinks' }).click();
  await page.getByRole('button', { name: /Ground coffee/ }).click();
  await page.getByRole('button', { name: /Apple juice/ }).click();
  await page.getByRole('button', { name: 'One Apple juice, 1 l more' }).click();
  await page.getByRole('button', { name: 'Add to favourites' }).click();
  await page.getByRole('button', { name: 'Favourites', exact: true }).click();
  await page
    .getByRole('button', { name: /Apple juice/ })
    .first()
    .click();
  // Cheaper than the list says: somebody with the right to it types a PIN, and it is sold.
  await page.getByRole('button', { name: 'Price', exact: true }).click();
  await page.getByLabel('Price of one Each').fill('1.50');
  await page.getByRole('button', { name: 'Damaged' }).click();
  await page.getByRole('button', { name: 'Set price' }).click();
  await shoot(page, 'touch-basket');
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Walk-in customer' }).click();
  await page.getByRole('button', { name: 'Add customer' }).click();
  await page.getByLabel('Name').fill('Ivy Lane');
  await shoot(page, 'touch-new-customer');
  await page.getByRole('button', { name: 'Add customer' }).click();
  await page.getByRole('button', { name: 'Ivy Lane' }).waitFor();
  // 6.95 and three juices at 1.50.
  await page.getByRole('button', { name: /^Pay £11.45/ }).click();
  await page.getByRole('button', { name: 'Exact cash' }).click();
  const approval = page.getByRole('dialog', { name: 'Approval needed' });
  await approval.getByText('Apple juice, 1 l at £1.50').waitFor();
  await shoot(page, 'touch-approval');
  await approval.getByLabel('PIN').fill('4826');
  await approval.getByRole('button', { name: 'Approve' }).click();
  const sold = page.getByRole('dialog', { name: /Sold: INV-/ });
  await sold.waitFor();
  await sold.getByRole('button', { name: 'Next customer' }).click();

  await page.getByRole('button', { name: 'Refund' }).click();
  await page.getByLabel('Number of the receipt').fill('1');
  await page.getByRole('button', { name: 'Find the sale' }).click();
  const back = page.getByRole('dialog', { name: 'Refund or exchange: INV-00001' });
  await back.getByLabel('How many Ground coffee, 500 g come back').fill('1');
  await back.getByRole('button', { name: 'Not wanted' }).click();
  await shoot(page, 'touch-return');
  await back.getByRole('button', { name: 'Exchange for other goods' }).click();
  await page.getByText('Coming back from INV-00001').waitFor();
  await page.getByRole('button', { name: 'Drinks' }).click();
  await page.getByRole('button', { name: /Elderflower/ }).click();
  await shoot(page, 'touch-exchange');
  // 4.50 for 6.95: the difference is paid back.
  await page.getByRole('button', { name: /^Pay back £2.45/ }).click();
  await page.getByRole('button', { name: 'Exact cash' }).click();
  await page.getByRole('dialog', { name: /Sold: INV-00002/ }).waitFor();
  await page.getByRole('button', { name: 'Next customer' }).click();

  await page.getByRole('button', { name: 'Walk-in customer' }).click();
  await page.getByLabel('Find a customer').fill('moss');
  await page.getByRole('option', { name: /Grace Moss/ }).click();
  await page.getByRole('button', { name: /Elderflower/ }).click();
  await page.getByRole('button', { name: /^Pay £4.50/ }).click();
  await page.getByRole('button', { name: /On account/ }).click();
  await page.getByText('Sold on account').waitFor();
  await page.getByRole('button', { name: 'Next customer' }).click();
  expect(await breachesOf(shop().db)).toEqual([]);
}, 120_000);

test('L7 at the sales desk: prices before VAT, a note, on account; and the sale edited afterwards', async () => {
  const page = await shop().openAs(
    [
      'view_pos',
      'edit_sale',
      'view_sale',
      'view_dashboard',
      'view_customer',
      'sell_on_account',
      'override_price',
      'override_discount',
    ],
    '/sales/pos-new',
  );
  await page.getByRole('heading', { name: 'New Sale' }).waitFor();
  await page.getByRole('button', { name: 'Prices before VAT' }).click();
  await scan(page, '5010000000017');
  await press(page, 'F3');
  await page.getByLabel('Find a customer').fill('grace');
  await press(page, 'Enter');
  await page.getByLabel('Their reference').fill('PO 77');
  await page.getByLabel('Deliver to').fill('3 Mill Lane');
  await shoot(page, 'desk');
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('button', { name: /^Pay £2.40/ }).click();
  await page.getByRole('button', { name: /On account/ }).click();
  const sold = page.getByRole('dialog', { name: /Sold: INV-/ });
  await sold.getByText('PO 77').first().waitFor();
  const id = await sold.getByRole('link', { name: 'Open the invoice' }).getAttribute('href');
  await page.goto(`/sales/pos-new/edit/${id?.split('/').at(-1)}`);
  await page.getByRole('heading', { name: /Edit Sale INV-/ }).waitFor();
  await page.getByText('Breakfast tea, 80 bags').waitFor();
  await page.getByLabel('Reason for the change').fill('Two, not one');
  await page
    .getByRole('button', { name: 'One Breakfast tea, 80 bags more' })
    .or(page.getByText('Breakfast tea, 80 bags'))
    .first()
    .click();
  await page.getByRole('button', { name: 'One Breakfast tea, 80 bags more' }).click();
  await shoot(page, 'desk-edit');
  await page.getByRole('button', { name: /^Pay £4.80/ }).click();
  await page.getByRole('button', { name: /On account/ }).click();
  await page.getByRole('dialog', { name: /Sold: INV-/ }).waitFor();
  await page.getByRole('button', { name: 'Next customer' }).click();
  await page.waitForURL(/\/sales\/invoices\/\d+/);
  expect(await breachesOf(shop().db)).toEqual([]);
}, 120_000);
