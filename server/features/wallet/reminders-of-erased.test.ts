import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { addDays, londonDate } from '#domain/kernel/dates';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { asBookkeeper, someCustomer } from '../../../tests/support/books';
import { customerItem } from '../../../tests/support/customer-items';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { anonymousActor } from '../../platform/http/context';
import { prepareReminders, queueReminders } from './remind-customers';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());

test.each(['print', 'email'] as const)(
  'K3 A-GDPR a reminder that was written before an erasure does not bring the customer back: %s',
  async how => {
    const id = await someCustomer(app.db, 'Paula Personal', { email: 'paula@private.example' });
    const due = addDays(londonDate(new Date()), -10);
    await asBookkeeper(app.db, ctx =>
      customerItem(ctx, id, { side: 'debit', amount: 1250, on: due, dueOn: due }),
    );
    const prepared = await prepareReminders(
      { db: app.runtimeDb, files: app.files, actor: anonymousActor, now: new Date() },
      { customer_ids: [id], how, again: false },
    );
    expect(prepared.debtors[0]?.letter).not.toBeNull();
    // Paid, and then erased, while the reminders of others are still being drawn.
    await admin.call(customerWallet.receive, {
      params: { id },
      body: { amount: '12.50', payment_method: 'bank_transfer' },
    });
    expect((await admin.call(customers.erase, { params: { id }, body: { reason: 'Asked' } })).status).toBe(
      200,
    );
    await expect(asBookkeeper(app.db, ctx => queueReminders(ctx, prepared))).rejects.toMatchObject({
      errors: {
        customer_ids: ['The personal data of this customer was erased, so there is no reminder.'],
      },
    });
    const { rows } = await sql`
      select from customer_letters where customer_id = ${id} union all select from emails where customer_id = ${id}`.execute(
      app.db,
    );
    expect(rows).toEqual([]);
  },
);
