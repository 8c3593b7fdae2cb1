import { beforeAll, expect, test } from 'vitest';
import { customerSales } from '#domain/customers/customer-trade.contract';
import { productPricesCalls } from '#domain/pricing/product-prices.contract';
import { supplierCredits } from '#domain/purchase-orders/supplier-credit.contract';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { apiTokens } from '#domain/session/api-token.contract';
import { ownAccount } from '#domain/session/own-account.contract';
import { tillCash, tillEvents } from '#domain/tills/till.contract';
import { useShop } from '../support/browser';
import { demoDay } from '../support/demo-template';
import { addMissingRecords } from '../support/page-addresses';
import { addressOfPage } from '../support/page-permissions';

const shop = useShop({ data: 'demo', clock: () => demoDay });
beforeAll(async () => addMissingRecords(shop().db, await shop().as('admin')));

/** A page, a card of it, the request that fails, and what the card must not say then. */
const parts = [
  [
    '/suppliers/{id}',
    'Bills & Credit Notes',
    supplierDocuments.openBills,
    'No bills from this supplier yet.',
  ],
  [
    '/suppliers/{id}',
    'Bills & Credit Notes',
    supplierCredits.list,
    'No credit notes from this supplier yet.',
  ],
  ['/sales/tills/{id}', 'Drawer', tillCash.list, 'No cash movements.'],
  ['/sales/tills/{id}', 'Events', tillEvents.list, 'No events.'],
  ['/customers/view/{id}', 'Sales', customerSales, 'No sales yet.'],
  ['/products/{id}', 'Prices', productPricesCalls.get, 'Every customer pays the list price'],
  ['/profile', 'Devices', ownAccount.devices, 'Loading…'],
  ['/profile', 'API tokens', apiTokens.list, 'No tokens yet.'],
] as const;

test.each(parts)(
  'F84 on %s the card “%s” says that it could not be loaded',
  async (path, card, call, untrue) => {
    const address = path === '/profile' ? path : await addressOfPage(shop().db, path);
    const page = await shop().openAs(['admin'], '/login');
    const asked = new RegExp(`/api${call.path.replace('{id}', String.raw`\d+`)}(\\?|$)`);
    await page.route(asked, route =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{"message":"Error"}' }),
    );
    await page.goto(address);
    const failed = page.getByRole('region', { name: card, exact: true });
    await failed.getByText('Failed to load data.').waitFor();
    expect(await failed.innerText()).not.toContain(untrue);
    await page.unroute(asked);
    await failed.getByRole('button', { name: 'Try again' }).click();
    await failed.getByText('Failed to load data.').waitFor({ state: 'detached' });
  },
);
