import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { addDays, formatDate, londonDate } from '#domain/kernel/dates';
import { notes } from '#domain/notes/note.contract';
import { quotes } from '#domain/quotes/quote.contract';
import { breachesOf } from '../../../tests/support/books';
import { textOfPdf } from '../../../tests/support/pdf-text';
import { agedQuote, invoiced, quoted, quoteSent } from '../../../tests/support/quotes';
import { customerWithCredit, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let desk: Caller;
let manager: Caller;
let ada: number;
let tea: number;
beforeAll(async () => {
  app = await startTestApp();
  desk = await app.as(
    'view_pos',
    'create_sale',
    'edit_sale',
    'view_sale',
    'export_data',
    'void_sale',
    'create_email',
  );
  manager = await app.as('view_pos', 'create_sale', 'edit_sale', 'override_price', 'override_discount');
  ada = await customerWithCredit(app.db, 50_000, 'Ada Byrne');
  tea = await stockedProduct(app.db);
});
afterAll(() => app.close());

const today = () => londonDate(new Date());
const twoTeas = () => [{ product_id: tea, quantity: '2' }];
const aQuote = (more: Parameters<typeof quoteSent>[3] = {}, who = desk) =>
  quoted(who, quoteSent(ada, twoTeas(), 480, more));
const step = (name: 'accept' | 'decline' | 'reopen', id: number, body: object = {}, who = desk) =>
  who.call(quotes[name], { params: { id }, body: { ...body } });
const get = async (id: number) => (await desk.call(quotes.get, { params: { id } })).reply;
const posted = async () => {
  const { rows } = await sql`
    select (select count(*) from journals) as journals, (select count(*) from stock_movements) as movements,
      (select count(*) from party_items) as items, (select count(*) from sales) as sales`.execute(app.db);
  return rows[0];
};

test('V22 a quote has its own number series, is priced like a sale and posts nothing', async () => {
  const before = await posted();
  const first = await aQuote({ customer_reference: 'PO 7', notes: 'On a pallet' });
  expect(first).toMatchObject({
    number: 'QUO-00001',
    revision: 1,
    state: 'open',
    net: 400,
    vat: 80,
    gross: 480,
    customer: { id: ada, name: 'Ada Byrne' },
    valid_until: addDays(today(), 30),
    customer_reference: 'PO 7',
    sale: null,
    lines: [{ unit_price: 240, has_typed_price: false, vat_percent: 2000 }],
    by_rate: [{ vat_code: 'S', net: 400, vat: 80, gross: 480 }],
  });
  const wrong = await desk.call(quotes.create, { body: quoteSent(ada, twoTeas(), 470) });
  expect(wrong).toMatchObject({ status: 409, refusal: { current: { total: 480 } } });
  expect((await aQuote()).number).toBe('QUO-00002');
  expect(await posted()).toEqual(before);
  expect(await app.audits()).toMatchObject([
    { action: 'quoted', record_type: 'quote', record_name: 'QUO-00002' },
  ]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('R12 the same basket sent again returns the same quote; with other contents it is refused', async () => {
  const body = quoteSent(ada, twoTeas(), 480);
  const { id } = await quoted(desk, body);
  expect((await quoted(desk, body)).id).toBe(id);
  const other = await desk.call(quotes.create, { body: { ...body, notes: 'Changed' } });
  expect(other.refusal.errors).toHaveProperty('client_id');
  const at_once = quoteSent(ada, twoTeas(), 480);
  const ids = await Promise.all(Array.from({ length: 8 }, () => quoted(desk, at_once)));
  expect(new Set(ids.map(quote => quote.id)).size).toBe(1);
});

test('a quote needs a named customer, a future date and products that are sold', async () => {
  const refused = async (changes: object) =>
    (await desk.call(quotes.create, { body: { ...quoteSent(ada, twoTeas(), 480), ...changes } })).refusal;
  const { rows } = await sql<{ id: number }>`select id from customers where is_walk_in`.execute(app.db);
  expect((await refused({ customer_id: rows[0]?.id })).errors?.customer_id?.[0]).toContain(
    'walk-in customer',
  );
  expect((await refused({ customer_id: 999_999 })).errors).toHaveProperty('customer_id');
  expect((await refused({ valid_until: addDays(today(), -1) })).errors?.valid_until?.[0]).toContain(
    'later date',
  );
  expect((await refused({ valid_until: addDays(today(), 400) })).errors).toHaveProperty('valid_until');
  expect((await refused({ lines: [] })).errors).toHaveProperty('lines');
  expect((await refused({ lines: [{ product_id: 999_999, quantity: '1' }] })).errors).toHaveProperty([
    'lines.0.product_id',
  ]);
});

test('the customer accepts or declines, a quote can be reopened, and a stale page changes nothing', async () => {
  const { id, number, version } = await aQuote();
  const accepted = (await step('accept', id, { version })).reply;
  expect(accepted).toMatchObject({ state: 'accepted', can: { revise: { allowed: false } } });
  const stale = await step('decline', id, { version });
  expect(stale).toMatchObject({ status: 409, refusal: { current: { state: 'accepted' } } });
  expect(stale.refusal.message).toContain('This quote has changed since you opened it.');
  expect((await step('accept', id)).refusal.message).toBe(`${number} has already been accepted.`);
  expect((await step('reopen', id)).reply.state).toBe('open');
  expect((await step('decline', id, { reason: 'Too dear' })).reply.state).toBe('declined');
  expect((await app.audits())[0]).toMatchObject({ action: 'declined', after: { reason: 'Too dear' } });
  expect((await step('accept', id)).refusal.message).toContain('Reopen it first');
  const mail = await desk.call(quotes.email, { params: { id }, body: { email: 'ada@byrne.example' } });
  expect(mail).toMatchObject({
    status: 409,
    refusal: { message: `${number} was declined. Reopen it first.` },
  });
  expect((await step('reopen', id)).status).toBe(200);
  expect((await step('accept', 999_999)).status).toBe(404);
  const viewer = await app.as('view_sale');
  expect((await viewer.call(quotes.get, { params: { id } })).status).toBe(200);
  for (const name of ['accept', 'decline', 'reopen'] as const)
    expect((await step(name, id, {}, viewer)).status).toBe(403);
});

test('an open quote expires by its date without a write, and an accepted one does not', async () => {
  const open = await aQuote();
  const agreed = await aQuote();
  await step('accept', agreed.id);
  for (const quote of [open, agreed]) await agedQuote(app.db, quote);
  const expired = await get(open.id);
  expect(expired).toMatchObject({ state: 'expired', version: open.version });
  expect(expired.can.invoice.reason).toContain('Confirm its prices or revise it first');
  expect((await get(agreed.id)).state).toBe('accepted');
  expect((await step('accept', open.id)).refusal.message).toContain('was valid until');
  const { rows } = await sql`select status from quotes where id = ${open.id}`.execute(app.db);
  expect(rows).toEqual([{ status: 'open' }]);
});

test('a revision keeps the number, and earlier revisions are kept', async () => {
  const quote = await aQuote({ notes: 'First try' });
  const revise = (version: number, more: object = {}) =>
    desk.call(quotes.revise, {
      params: { id: quote.id },
      body: { ...quoteSent(ada, [{ product_id: tea, quantity: '5' }], 1200), version, ...more },
    });
  const { reply } = await revise(quote.version, { notes: 'Second try' });
  expect(reply).toMatchObject({ number: quote.number, revision: 2, gross: 1200, notes: 'Second try' });
  expect(reply.revisions).toMatchObject([
    { revision: 2, gross: 1200 },
    { revision: 1, gross: 480 },
  ]);
  expect(await revise(quote.version)).toMatchObject({ status: 409, refusal: { current: { revision: 2 } } });
  const paper = async (revision?: string) => {
    const { raw } = await desk.call(quotes.pdf, {
      params: { id: quote.id },
      query: revision ? { revision } : {},
    });
    return textOfPdf(raw);
  };
  expect(await paper()).toContain('revision 2');
  const before = await paper('1');
  for (const part of ['First try', '£4.80', 'replaced by revision 2']) expect(before).toContain(part);
  expect((await desk.call(quotes.pdf, { params: { id: quote.id }, query: { revision: '3' } })).status).toBe(
    404,
  );
  await step('accept', quote.id);
  expect((await revise(reply.version + 1)).refusal.message).toContain('Reopen it first');
  for (const statement of [
    `update quote_lines set quantity = 9 where quote_id = ${quote.id}`,
    `delete from quote_lines where quote_id = ${quote.id}`,
    `update quote_revisions set gross_pence = 1 where quote_id = ${quote.id}`,
    `delete from quotes where id = ${quote.id}`,
    `update quotes set revision = 9 where id = ${quote.id}`,
    `update quotes set status = 'invoiced' where id = ${quote.id}`,
  ])
    await expect(sql.raw(statement).execute(app.db), statement).rejects.toThrow();
  expect(await breachesOf(app.db)).toEqual([]);
});

test('the document says that it is a quote, not a VAT invoice, and how long it is valid', async () => {
  await sql`update vat_registration set vat_number = 'GB123456782'`.execute(app.db);
  const company = { name: 'Harbour Vale Ltd', address: '1 Quay Street' };
  await sql`
    insert into settings (key, value) values ('company', ${JSON.stringify(company)}::jsonb)
    on conflict (key) do update set value = excluded.value`.execute(app.db);
  const quote = await quoted(
    manager,
    quoteSent(ada, twoTeas(), 350, {
      discount_amount: '1.30',
      discount_reason: 'Opening week',
      customer_reference: 'PO 88',
      valid_until: addDays(today(), 14),
    }),
  );
  const { raw, headers } = await desk.call(quotes.pdf, { params: { id: quote.id } });
  expect(headers['content-type']).toBe('application/pdf');
  const text = await textOfPdf(raw);
  for (const part of [
    'Quote',
    quote.number,
    'Harbour Vale Ltd',
    'GB123456782',
    'Ada Byrne',
    'PO 88',
    formatDate(addDays(today(), 14)),
  ])
    expect(text).toContain(part);
  for (const part of ['not a VAT invoice', '£3.50', '£0.58', 'Opening week', '20%'])
    expect(text).toContain(part);
});

test('quotes are filtered by status, customer, date and text, sorted and exported', async () => {
  const grace = await customerWithCredit(app.db, null, 'Grace Moss');
  const sent = (more: object) => quoted(desk, { ...quoteSent(grace, twoTeas(), 480), ...more });
  const [open, declined, sold] = [
    await sent({ customer_reference: 'Kitchen' }),
    await sent({}),
    await sent({ valid_until: addDays(today(), 3) }),
  ];
  await step('decline', declined.id);
  const sale = await invoiced(desk, sold);
  const found = async (query: Record<string, string>) => {
    const { reply } = await desk.call(quotes.list, { query: { customer_id: String(grace), ...query } });
    return reply.data.map(({ id }) => id);
  };
  expect(await found({})).toEqual([sold.id, declined.id, open.id]);
  expect(await found({ state: 'open' })).toEqual([open.id]);
  expect(await found({ state: 'declined' })).toEqual([declined.id]);
  expect(await found({ state: 'invoiced' })).toEqual([sold.id]);
  expect(await found({ search: 'kitch' })).toEqual([open.id]);
  expect(await found({ search: declined.number })).toEqual([declined.id]);
  expect(await found({ sort_by: 'valid_until', sort_order: 'asc' })).toEqual([sold.id, open.id, declined.id]);
  expect(await found({ from: addDays(today(), 1) })).toEqual([]);
  expect(await found({ to: today(), sort_by: 'number' })).toEqual([open.id, declined.id, sold.id]);
  await agedQuote(app.db, open);
  expect(await found({ state: 'open' })).toEqual([]);
  expect(await found({ state: 'expired' })).toEqual([open.id]);
  // Two teas at £2.40 in each.
  const total = async (query: Record<string, string>) =>
    (await desk.call(quotes.totals, { query: { customer_id: String(grace), ...query } })).reply;
  expect(await total({})).toEqual({ gross: 1440 });
  expect(await total({ state: 'declined' })).toEqual({ gross: 480 });
  expect(await total({ from: addDays(today(), 1) })).toEqual({ gross: 0 });
  const { raw } = await desk.call(quotes.export, { query: { customer_id: String(grace) } });
  expect(raw.toString().split('\r\n')).toEqual(
    expect.arrayContaining([
      expect.stringMatching(new RegExp(`^${sold.number},1,.*Invoiced,4.80,${sale.number},`)),
    ]),
  );
  const viewer = await app.as('view_pos', 'create_sale');
  expect((await viewer.call(quotes.list)).status).toBe(403);
});

test('A-GDPR a customer’s quotes are exported with their personal data and erased with them', async () => {
  const admin = await app.as('admin');
  const { reply: petra } = await admin.call(customers.create, {
    body: { name: 'Petra Personal', billing_address: '7 Secret Lane' },
  });
  const quote = await quoted(
    desk,
    quoteSent(petra.id, twoTeas(), 480, { notes: 'For Petra', delivery_address: '7 Secret Lane' }),
  );
  const exported = await admin.call(customers.personalData, { params: { id: petra.id } });
  expect(exported.raw.toString()).toContain(quote.number);
  await admin.call(customers.erase, { params: { id: petra.id }, body: { reason: 'Asked' } });
  const { raw, reply } = await desk.call(quotes.get, { params: { id: quote.id } });
  expect(reply).toMatchObject({ gross: 480, customer: { name: `Erased customer ${petra.id}` } });
  expect(raw.toString()).not.toMatch(/petra|secret/i);
});

test('A-GDPR a quote that was revised for another customer says nothing of either to the other', async () => {
  const admin = await app.as('admin');
  const added = async (name: string) => (await admin.call(customers.create, { body: { name } })).reply.id;
  const [first, second] = [await added('Fay First'), await added('Sid Second')];
  const note = (quote: number, body: string) =>
    admin.call(notes.create, { body: { record_type: 'quote', record_id: quote, body } });
  const quote = await quoted(desk, quoteSent(first, twoTeas(), 480, { customer_reference: 'FAY 1' }));
  expect((await note(quote.id, 'Fay is in a hurry')).status).toBe(200);
  const revised = await desk.call(quotes.revise, {
    params: { id: quote.id },
    // Three teas at £2.40.
    body: quoteSent(second, [{ product_id: tea, quantity: '3' }], 720, { customer_reference: 'SID 2' }),
  });
  expect(revised.status).toBe(200);
  expect((await note(quote.id, 'Sid has time')).status).toBe(200);
  const exportOf = async (id: number) =>
    JSON.parse((await admin.call(customers.personalData, { params: { id } })).raw.toString());
  const [ofFirst, ofSecond] = [await exportOf(first), await exportOf(second)];
  expect(ofFirst.quotes).toMatchObject([
    {
      date: today(),
      pence: 480,
      reference: 'FAY 1',
      revisions: [{ revision: 1, reference: 'FAY 1' }],
    },
  ]);
  expect(ofSecond.quotes).toMatchObject([
    { date: today(), pence: 720, reference: 'SID 2', revisions: [{ revision: 2, reference: 'SID 2' }] },
  ]);
  expect([ofFirst.notes, ofSecond.notes]).toMatchObject([
    [{ on: 'quote', note: 'Fay is in a hurry' }],
    [{ on: 'quote', note: 'Sid has time' }],
  ]);
});
