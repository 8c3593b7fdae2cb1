import { randomUUID } from 'node:crypto';
import { openTill } from '../support/shop';
import { someProduct } from '../support/products';
import { type DocumentDesk, type DocumentsByRoute } from './document-desk';
import { notStored, shownAs } from './money-document';

let registers = 0;

async function register({ newId }: DocumentDesk): Promise<number> {
  registers += 1;
  return newId('/registers', { name: `Counter ${registers}`, code: `TD${registers}` });
}

/** A register whose last session left £50 in the drawer. */
async function registerWithFloat(desk: DocumentDesk): Promise<number> {
  const register_id = await register(desk);
  const id = await desk.newId('/till-sessions', { register_id, total: '50.00' });
  await desk.made(`/till-sessions/${id}/counting`, {});
  await desk.made(`/till-sessions/${id}/count`, { total: '50.00' });
  await desk.made(`/till-sessions/${id}/close`, { left: '50.00' });
  return register_id;
}

const counted = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];

const approval = {
  client_id: notStored('what an approval is given for'),
  approvals: notStored('used above the limit, and kept with the approvals'),
};

const events = {
  events: '/till-sessions/{id}/events',
  stored: 'table:till_events?session_id={id}',
};

export const tillDocuments: DocumentsByRoute = {
  'POST /till-sessions': async desk => ({
    examples: [
      {
        body: {
          register_id: await register(desk),
          pieces: Object.fromEntries(counted.map((coin, at) => [String(coin), 3 + at])),
        },
      },
      {
        body: {
          register_id: await registerWithFloat(desk),
          total: '47.00',
          reason: 'Three pounds were lost',
        },
      },
    ],
    readings: { session: '/till-sessions/{reply.id}', row: '/till-sessions#{reply.id}' },
    rows: {
      register_id: ['session.register.id', 'row.register.id'],
      ...Object.fromEntries(counted.map(coin => [`pieces.${coin}`, `audit.after.pieces.${coin}`])),
      total: ['session.float', 'row.float'],
      reason: 'audit.after.reason',
    },
  }),
  'POST /till-sessions/{id}/cash': async desk => {
    const id = await openTill(desk.db, 100_000);
    const category_id = await desk.newId('/expense-categories', { name: 'Parking of the van' });
    return {
      examples: [
        {
          params: { id },
          body: {
            kind: 'paid_out',
            amount: '24.00',
            category_id: category_id,
            vat_code: 'R',
            vat: '1.13',
            reference: 'RCPT-9',
            vat_number: 'GB980780684',
            reason: 'Car park',
          },
        },
        {
          params: { id },
          body: {
            kind: 'paid_out',
            amount: '25.00',
            account_code: '6910',
            vat_number: 'GB220430231',
            reason: 'Taxi without a receipt',
          },
        },
        {
          params: { id },
          body: { kind: 'paid_in', amount: '26.00', account_code: '4900', reason: 'Sold the old shelf' },
        },
      ],
      readings: { drawer: '/till-sessions/{id}/cash' },
      rows: {
        kind: ['drawer.data.kind', 'audit.action'],
        amount: ['journals.amount', 'audit.after.amount_pence'],
        account_code: ['audit.after.account', 'journals.lines.account.code'],
        category_id: shownAs('journals.lines.account.name', 'Parking of the van'),
        vat_code: ['vat.vat_code', 'audit.after.vat_code'],
        vat: ['vat.vat_pence', 'audit.after.vat_pence'],
        reference: ['drawer.data.reason', 'journals.reason', 'audit.after.reference'],
        vat_number: 'audit.after.vat_number',
        reason: ['drawer.data.reason', 'journals.reason', 'audit.after.reason'],
        ...approval,
      },
    };
  },
  'POST /till-sessions/{id}/drawer-openings': async desk => ({
    examples: [{ params: { id: await openTill(desk.db) }, body: { reason: 'Change for a note' } }],
    readings: events,
    rows: { reason: ['events.data.note', 'audit.after.note'] },
  }),
  'POST /till-sessions/{id}/removed-lines': async desk => {
    const id = await openTill(desk.db);
    const basket_id = randomUUID();
    return {
      examples: [
        {
          params: { id },
          body: {
            amount: '19.00',
            note: 'They changed their mind',
            client_id: randomUUID(),
            basket_id,
            removed_by: desk.other.userId,
          },
        },
        { params: { id }, body: { amount: '18.00', client_id: randomUUID(), basket_id, is_restored: true } },
      ],
      readings: events,
      rows: {
        amount: ['events.data.amount', 'audit.after.amount_pence'],
        note: ['events.data.note', 'audit.after.note'],
        client_id: 'stored.client_id',
        basket_id: 'stored.basket_id',
        removed_by: [shownAs('events.data.recorded_by', desk.other.name), 'audit.after.user_id'],
        is_restored: shownAs('events.data.kind', 'line_restored'),
      },
    };
  },
  'POST /till-sessions/{id}/voided-baskets': async desk => {
    const id = await openTill(desk.db);
    const product_id = await someProduct(desk.db);
    const customer_id = await customerOfGroup(desk, product_id);
    // Six units at the group's price of £0.99, which is £0.83 before VAT: without VAT in the prices, a penny more.
    const worth = shownAs('events.data.amount', '5.98');
    return {
      examples: [
        {
          params: { id },
          body: { client_id: randomUUID(), amount: '17.00', reason: 'They had no money with them' },
        },
        {
          params: { id },
          body: {
            client_id: randomUUID(),
            amount: '16.00',
            lines: [{ product_id, quantity: '3', factor: '2' }],
            price_mode: 'exclusive',
            customer_id,
            reason: 'They left in a hurry',
          },
          rows: { amount: shownAs('events.data.note', 'the till reported £16.00') },
        },
      ],
      readings: events,
      rows: {
        client_id: 'stored.client_id',
        amount: ['events.data.amount', 'audit.after.amount_pence'],
        'lines.product_id': worth,
        'lines.quantity': worth,
        'lines.factor': worth,
        price_mode: worth,
        customer_id: worth,
        reason: ['events.data.note', 'audit.after.note'],
        approvals: approval.approvals,
      },
    };
  },
  'POST /held-baskets': async desk => ({
    examples: [
      {
        body: {
          client_id: randomUUID(),
          name: 'The lady in red',
          customer_id: await desk.customer(),
          register_id: await register(desk),
          basket: { mode: 'inclusive', lines: [] },
          total: '15.00',
          line_count: 4,
        },
      },
    ],
    readings: { row: '/held-baskets#{reply.id}', stored: 'table:held_baskets?id={reply.id}' },
    rows: {
      client_id: 'row.client_id',
      name: 'row.name',
      customer_id: 'row.customer.id',
      register_id: 'row.register.id',
      basket: 'stored.basket',
      total: 'row.total',
      line_count: 'row.line_count',
      version: notStored('identifies the state in which it was resumed'),
    },
  }),
};

/** A customer whose price group pays £0.99 for the product. */
async function customerOfGroup({ db, newId, changed, customer }: DocumentDesk, product_id: number) {
  const price_group_id = await newId('/price-groups', { name: 'Neighbours' });
  await changed(`/products/${product_id}/prices`, {
    group_prices: [{ price_group_id, unit_price: '0.99' }],
    breaks: [],
  });
  const id = await customer();
  await db.updateTable('customers').set({ price_group_id: price_group_id }).where('id', '=', id).execute();
  return id;
}
