import { randomUUID } from 'node:crypto';
import { openTill, stockedProduct } from '../support/shop';
import { type DocumentDesk, idAt } from './document-desk';
import type { Body } from './distinct-values';

/** A till with a device that counts its receipts. */
async function tillWithDevice(desk: DocumentDesk) {
  const session_id = await openTill(desk.db);
  const register_id = idAt(await desk.read(`/till-sessions/${session_id}`), 'register.id');
  const device_id = randomUUID();
  const { prefix } = await desk.made('/pos/check-in', { device_id, register_id, unsent: [] });
  return { session_id, device_id, receipt_number: `${prefix as string}-000001` };
}

/** Four at £2.40 less 10 %: £8.64. */
export async function tillSale(desk: DocumentDesk) {
  const till = await tillWithDevice(desk);
  return {
    client_id: randomUUID(),
    channel: 'till',
    ...till,
    lines: [{ product_id: await stockedProduct(desk.db), quantity: '4' }],
    discount_percent: '10',
    discount_reason: 'Rainy day',
    expected_total: '8.64',
    tenders: [
      { method: 'credit_card', tendered: '5.44', reference: 'SLIP-8' },
      { method: 'cash', tendered: '3.20' },
    ],
  };
}

/** A basket on hold, with the id of the sale that it becomes. */
export async function held({ newId }: DocumentDesk, client_id: string): Promise<number> {
  const id = await newId('/held-baskets', {
    client_id,
    name: 'Before lunch',
    basket: { lines: [] },
    total: '8.64',
    line_count: 1,
  });
  return id;
}

/** Four and one at £2.40, paid by card and by transfer. */
export async function soldToCustomer({ db, customer, newId }: DocumentDesk) {
  const id = await newId('/sales', {
    client_id: randomUUID(),
    channel: 'desk',
    customer_id: await customer(),
    lines: [
      { product_id: await stockedProduct(db), quantity: '4' },
      { product_id: await stockedProduct(db), quantity: '1' },
    ],
    expected_total: '12.00',
    tenders: [
      { method: 'credit_card', tendered: '7.00', reference: 'SLIP-7' },
      { method: 'bank_transfer', tendered: '5.00', reference: 'BACS-5' },
    ],
  });
  return id;
}

/** A quote as it was offered, in its first revision. */
export async function saleOfQuote(desk: DocumentDesk): Promise<Body> {
  const [customer_id, product_id] = [await desk.customer(), await stockedProduct(desk.db)];
  const basket = { customer_id, lines: [{ product_id, quantity: '3' }], expected_total: '7.20' };
  const id = await desk.newId('/quotes', { client_id: randomUUID(), ...basket });
  return {
    client_id: randomUUID(),
    channel: 'desk',
    ...basket,
    tenders: [
      { method: 'bank_transfer', tendered: '5.10', reference: 'BACS-9' },
      { method: 'cheque', tendered: '2.10', reference: 'CHQ-9' },
    ],
    quote_id: id,
    quote_revision: 1,
  };
}
