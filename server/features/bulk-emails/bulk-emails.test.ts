import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { bulkEmails } from '#domain/bulk-emails/bulk-email.contract';
import { saleBulkEmail } from '#domain/sales/sale-bulk-email.contract';
import { sales } from '#domain/sales/sale.contract';
import { confirmed, previewOf, startBulkEmail, useMailRoom } from '../../../tests/support/bulk-emails';
import { customerWithCredit, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { startTestApp } from '../../../tests/support/test-app';
import { bulkEmailJobs, emailNext } from './work-on-bulk-email';

const { app, seller, clerk, invoicesTo, recordsOf, queuedTo, workOff, emailNow, parts } = useMailRoom();

describe('the preview', () => {
  test('says who gets an email, who is left out and why, and what it says; nothing is stored', async () => {
    const { made, filter } = await invoicesTo(
      'Preview',
      'a@preview.example',
      null,
      'c@preview.example',
      null,
    );
    const before = await app().digest();
    const preview = await previewOf(clerk(), saleBulkEmail, filter);
    expect(preview).toMatchObject({ count: 4, sending: 2, recent: 0, last_sent_at: null, problem: null });
    expect(preview.recipients).toEqual([
      {
        id: made[0]?.sale.id,
        name: made[0]?.sale.number,
        recipient: 'Preview 1',
        email: 'a@preview.example',
        last_sent_at: null,
      },
      {
        id: made[2]?.sale.id,
        name: made[2]?.sale.number,
        recipient: 'Preview 3',
        email: 'c@preview.example',
        last_sent_at: null,
      },
    ]);
    expect(preview.left_out).toEqual([
      {
        reason: 'No email address.',
        count: 2,
        records: [1, 3].map(index => ({
          id: made[index]?.sale.id,
          name: made[index]?.sale.number,
          recipient: `Preview ${index + 1}`,
        })),
      },
    ]);
    expect(preview.template).toEqual({
      subject: '{{document}} {{number}} from {{company}}',
      message: 'Please find your {{document}} {{number}} attached.',
    });
    expect(preview.example).toMatchObject({
      email: 'a@preview.example',
      values: { document: 'invoice', number: made[0]?.sale.number, customer: 'Preview 1', total: '£2.40' },
      file_name: `${made[0]?.sale.number}.pdf`,
    });
    expect(preview.example?.rest).toContain('Total: £2.40');
    expect(await app().digest()).toBe(before);
  });

  test('a cancelled sale is left out, and one emailed in the last 7 days unless it is to be sent again', async () => {
    const { made, filter } = await invoicesTo(
      'Again',
      'a@again.example',
      'b@again.example',
      'c@again.example',
    );
    const [cancelled, emailed] = made;
    const gone = await seller().call(sales.cancel, {
      params: { id: cancelled?.sale.id ?? 0 },
      body: { client_id: randomUUID(), reason: 'Made in error' },
    });
    expect(gone.status, JSON.stringify(gone.refusal)).toBe(200);
    const first = await startBulkEmail(clerk(), saleBulkEmail, { ids: String(emailed?.sale.id) });
    await workOff(first.id);
    const preview = await previewOf(clerk(), saleBulkEmail, filter);
    expect(preview).toMatchObject({ count: 3, sending: 1, recent: 1, last_sent_at: null });
    expect(preview.left_out.map(({ reason, records }) => [reason, records.map(({ name }) => name)])).toEqual([
      ['It was cancelled.', [cancelled?.sale.number]],
      ['Emailed in the last 7 days.', [emailed?.sale.number]],
    ]);
    const again = await previewOf(clerk(), saleBulkEmail, filter, { skip_recent: false });
    expect(again).toMatchObject({ sending: 2, recent: 1, last_sent_at: expect.any(Date) });
  });

  test('an empty selection, unknown placeholders and bad values are refused with the field', async () => {
    const none = await clerk().call(saleBulkEmail.preview, {
      body: { filter: { search: 'nowhere' }, options: {} },
    });
    expect([none.status, none.refusal.message]).toEqual([
      409,
      'No records match this selection any more. Reload the list.',
    ]);
    const { filter } = await invoicesTo('Wrong', 'a@wrong.example');
    const body = await confirmed(clerk(), saleBulkEmail, filter);
    const errors = async (more: object) =>
      (await clerk().call(saleBulkEmail.start, { body: { ...body, ...more } })).refusal.errors;
    expect(await errors({ subject: 'Order {{order}}' })).toEqual({
      subject: [
        '{{order}} is not a placeholder. Use {{document}}, {{number}}, {{customer}}, {{date}}, {{total}}, {{balance}} or {{company}}.',
      ],
    });
    expect(await errors({ subject: 'Hello\r\nBcc: x@y.example'.repeat(20) })).toHaveProperty('subject');
    expect(await errors({ message: '' })).toEqual({ message: ['Message is required.'] });
    expect(await errors({ hash: 'x' })).toEqual({ hash: ['Preview the emails first.'] });
    expect(await errors({ options: { skip_recent: 'maybe' } })).toHaveProperty(['options.skip_recent']);
    expect(await queuedTo('wrong')).toEqual([]);
  });
});

describe('permissions', () => {
  test('starting needs those of emailing one sale and of the list, and seeing one that of its records', async () => {
    const { filter } = await invoicesTo('Right', 'a@right.example');
    const body = await confirmed(clerk(), saleBulkEmail, filter);
    for (const rights of [['view_sale'], ['create_email'], ['view_pos', 'create_email']] as const) {
      const other = await app().as(...rights);
      expect((await other.call(saleBulkEmail.start, { body })).status).toBe(403);
    }
    expect((await app().anonymous.call(saleBulkEmail.start, { body })).status).toBe(401);
    // A cashier emails customers at their own address only, as here.
    const cashier = await app().as('view_sale', 'create_sale');
    const { id } = await startBulkEmail(cashier, saleBulkEmail, filter);
    const keeper = await app().as('view_ledger', 'create_email');
    const seen = await keeper.call(bulkEmails.get, { params: { id } });
    expect([seen.status, seen.refusal.message]).toEqual([403, 'You do not have permission to see invoices.']);
    expect((await keeper.call(bulkEmails.stop, { params: { id } })).status).toBe(403);
    expect((await keeper.call(bulkEmails.list)).reply.total).toBe(0);
    const viewer = await app().as('view_sale');
    expect((await viewer.call(bulkEmails.get, { params: { id } })).status).toBe(200);
    expect((await viewer.call(bulkEmails.stop, { params: { id } })).status).toBe(403);
    await workOff(id);
    expect(await queuedTo('right')).toEqual([{ to_address: 'a@right.example', count: 1 }]);
  });

  test.each(['permission', 'account'])('a user who loses their %s half-way sends no more', async lost => {
    const word = `lost${lost}`;
    const { filter } = await invoicesTo(word, `a@${word}.example`, `b@${word}.example`);
    const leaver = await app().as('view_sale', 'create_email');
    const { id } = await startBulkEmail(leaver, saleBulkEmail, filter);
    await emailNext(parts(), id);
    await (lost === 'account'
      ? sql`update users set status = 'inactive' where id = ${leaver.userId}`
      : sql`delete from role_permissions where permission = 'create_email'
          and role_id in (select role_id from user_roles where user_id = ${leaver.userId})`
    ).execute(app().db);
    await workOff(id);
    const reason = 'The user who started this no longer has permission to email invoices.';
    expect(await emailNow(id)).toMatchObject({
      state: 'stopped',
      queued_count: 1,
      left_out_count: 1,
      problem: reason,
    });
    expect((await recordsOf(id))[1]).toMatchObject({ outcome: 'left_out', reason });
  });
});

test('without a mail server nothing is started, and the preview says so', async () => {
  const silentApp = await startTestApp();
  const other = await silentApp.as('view_sale', 'view_pos', 'create_sale', 'sell_on_account', 'create_email');
  const shop = shopFloor(() => ({ app: silentApp, seller: other, till: 0 }));
  const customer = await customerWithCredit(silentApp.db, 100_000, 'Quiet');
  await sql`update customers set email = 'q@quiet.example' where id = ${customer}`.execute(silentApp.db);
  const mug = await stockedProduct(silentApp.db);
  await shop.sold([{ product_id: mug, quantity: '1' }], 240, {
    channel: 'desk',
    session_id: null,
    customer_id: customer,
    tenders: [{ method: 'account', tendered: '2.40' }],
  });
  const problem =
    'No mail server is set up, so nothing can be sent. Enter one under Settings > Outgoing email.';
  expect(await previewOf(other, saleBulkEmail, {})).toMatchObject({ sending: 1, problem });
  const { status, refusal } = await other.call(saleBulkEmail.start, {
    body: await confirmed(other, saleBulkEmail, {}),
  });
  expect([status, refusal.message]).toEqual([409, problem]);
  await silentApp.close();
});

test('lists and exports bulk emails by kind, status and text, newest first; forgets them after 90 days', async () => {
  const reader = await app().as('view_sale', 'export_data');
  const { filter } = await invoicesTo('Listed', 'a@listed.example');
  const { id } = await startBulkEmail(clerk(), saleBulkEmail, filter, {}, { subject: 'Listed {{number}}' });
  await workOff(id);
  const query = { kind: 'invoices', state: 'done', search: 'LISTED' } as const;
  const { reply } = await reader.call(bulkEmails.list, { query });
  expect(reply.data).toEqual([
    expect.objectContaining({
      id,
      subject: 'Listed {{number}}',
      queued_count: 1,
      sent_count: 0,
      failed_count: 0,
    }),
  ]);
  const file = await reader.call(bulkEmails.export, { query: { ...query, format: 'csv' } });
  expect(file.raw.toString()).toMatch(
    /Emailed,Subject,Status,.*\r?\nInvoices,Listed \{\{number\}\},Done,1,1,0,0,0,/,
  );
  const { handlers } = bulkEmailJobs(parts(() => new Date(Date.now() + 91 * 24 * 3600_000)));
  await handlers.find(one => one.name === 'forget-bulk-emails')?.run({});
  expect((await reader.call(bulkEmails.get, { params: { id } })).status).toBe(404);
});
