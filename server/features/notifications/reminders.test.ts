import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openingBalances } from '#domain/accounts/account.contract';
import { customers } from '#domain/customers/customer.contract';
import { employeeDocuments } from '#domain/employees/employee-document.contract';
import { employees } from '#domain/employees/employee.contract';
import { addDays, londonDate } from '#domain/kernel/dates';
import { notifications } from '#domain/notifications/notification.contract';
import { payments } from '#domain/payments/payment.contract';
import { type Reminders, reminderSettings, defaultReminders } from '#domain/settings/reminders.contract';
import { agedCreditors, agedDebtors } from '#domain/wallet/aged.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { someCustomer, someSupplier } from '../../../tests/support/books';
import { staffOffice } from '../../../tests/support/employees';
import { openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { multipartForm, pdfOf } from '../../../tests/support/upload';
import { remindHandler } from './remind';

let app: TestApp;
let boss: Caller;
let till: number;
let tea: number;
beforeAll(async () => {
  app = await startTestApp();
  boss = await app.as('admin');
  till = await openTill(app.db);
  tea = await stockedProduct(app.db);
});
afterAll(() => app.close());
const set = async (more: Partial<Reminders> = {}) => {
  const { version } = (await boss.call(reminderSettings.get)).reply;
  return boss.call(reminderSettings.save, { body: { ...defaultReminders, ...more, version } });
};
// Sends the notifications left over from earlier tests.
beforeEach(async () => {
  await set({ bill_days: 90, invoice_days: 1, document_days: 365 });
  await morning(400);
  await set();
  await sql`delete from notification_recipients`.execute(app.db);
});

const today = londonDate(new Date());
/** After six that day: a day on which the clocks change has 23 or 25 hours. Each call is at another moment. */
const morning = (inDays = 0) => {
  const whole = Math.floor(inDays);
  const sinceSix = (Date.now() % 3_600_000) + (inDays - whole) * 24 * 3_600_000;
  const at = new Date(Date.parse(`${addDays(today, whole)}T06:00:00Z`) + sinceSix);
  return remindHandler(app.db, () => at).run({});
};
const reported = async (who: Caller) =>
  (await who.call(notifications.list)).reply.data.map(({ words, link }) => [words, link]);
const { sold } = shopFloor(() => ({ app, seller: boss, till }));

let bills = 0;
async function owe(supplier_id: number, amount: string, inDays: number) {
  const supplier_bill_number = `R-${++bills}`;
  const due_on = addDays(today, inDays);
  const bill_date = addDays(today, -40);
  const reasoned = { business_date: bill_date, date_reason: 'Entered late' };
  const { reply, refusal } = await boss.call(openingBalances.addBill, {
    body: { supplier_id, supplier_bill_number, bill_date, due_on, amount, ...reasoned },
  });
  if (!reply) throw new Error(JSON.stringify(refusal));
}
const pay = (supplier_id: number, amount: string) =>
  boss.call(payments.create, {
    body: { supplier_id, amount, payment_method: 'bank_transfer', payment_date: today },
  });

test('reminds once of a bill that is nearly due, users who can see ledgers, with a link to its supplier', async () => {
  const keeper = await app.as('view_ledger');
  const clerk = await app.as('view_supplier', 'view_purchaseorder');
  const mill = await someSupplier(app.db, 'Old Mill');
  await owe(mill, '120.00', 8);
  await morning();
  expect(await reported(keeper)).toEqual([]);
  await morning(1);
  await morning(1);
  await Promise.all([morning(2), morning(2), morning(9)]);
  const [[words, link] = [], ...more] = await reported(keeper);
  expect(words).toMatch(/^\S+ of Old Mill is due on \d+ \w{3} \d{4}: £120\.00 to pay\.$/);
  expect([link, more]).toEqual([`/wallet/supplier/${mill}`, []]);
  expect(await reported(clerk)).toEqual([]);
});

test('bills due together are one reminder, linked to their list; each is recorded as reminded', async () => {
  const keeper = await app.as('view_ledger');
  const [mill, farm] = [await someSupplier(app.db, 'Mill'), await someSupplier(app.db, 'Farm')];
  await owe(mill, '10.00', 3);
  await owe(farm, '20.00', -2);
  await owe(farm, '1234.50', 30);
  // Several scans at once, with clocks a second apart.
  await Promise.all([0, 1, 2, 3, 4].map(seconds => morning(seconds / 86_400)));
  const words = /^2 supplier bills are due by \d+ \w{3} \d{4}, 1 overdue: £30\.00 to pay\.$/;
  expect(await reported(keeper)).toEqual([[expect.stringMatching(words), '/aged-creditors?due_within=7']]);
  const due = async (due_within: string) =>
    (await keeper.call(agedCreditors.list, { query: { due_within } })).reply?.data.map(({ name }) => name);
  expect(await due('7')).toEqual(expect.arrayContaining(['Farm', 'Mill']));
  expect(await due('0')).not.toContain('Mill');
  for (const wrong of ['91', '-1', '7.5', 'soon'])
    expect(
      (await keeper.call(agedCreditors.list, { query: { due_within: wrong } })).refusal.errors,
    ).toHaveProperty('due_within');
  await morning(1);
  expect(await reported(keeper)).toHaveLength(1);
});

test('paid bills are not reminded; a shorter notice does not repeat reminders; switched-off kinds remind of nothing', async () => {
  const keeper = await app.as('view_ledger');
  const mill = await someSupplier(app.db, 'Windmill');
  await owe(mill, '10.00', 5);
  await pay(mill, '10.00');
  await morning();
  expect(await reported(keeper)).toEqual([]);
  await owe(mill, '11.00', 5);
  await set({ bills: false });
  await morning();
  expect(await reported(keeper)).toEqual([]);
  await set();
  await morning();
  expect(await reported(keeper)).toHaveLength(1);
  await set({ bill_days: 0 });
  await morning(1);
  await morning(6);
  expect(await reported(keeper)).toHaveLength(1);
});

test('L9 reminds of an overdue opening invoice users who can see ledgers, with a link to the ledger', async () => {
  const keeper = await app.as('view_ledger');
  const seller = await app.as('view_sale', 'view_dashboard');
  const [cy, di] = [await someCustomer(app.db, 'Cy Old'), await someCustomer(app.db, 'Di Old')];
  const owed = (customer_id: number, number: string, amount: string) =>
    boss.call(openingBalances.addInvoice, {
      body: {
        customer_id,
        number,
        invoice_date: addDays(today, -60),
        due_on: addDays(today, -30),
        amount,
        business_date: addDays(today, -60),
        date_reason: 'Entered late',
      },
    });
  expect((await owed(cy, 'OLD-1', '80.00')).status).toBe(200);
  await morning();
  await morning(1);
  expect(await reported(keeper)).toEqual([
    [
      expect.stringMatching(/^OLD-1 of Cy Old was due on .*: £80\.00 outstanding\.$/),
      `/wallet/customer/${cy}`,
    ],
  ]);
  await owed(cy, 'OLD-2', '20.00');
  await owed(di, 'OLD-3', '5.50');
  await morning(2);
  expect((await reported(keeper))[0]).toEqual([
    '2 customer invoices are overdue: £25.50 outstanding.',
    '/aged-debtors?overdue=yes',
  ]);
  expect((await keeper.call(agedDebtors.list, { query: { overdue: 'yes' } })).status).toBe(200);
  expect(await reported(seller), 'debts on the ledger').toEqual([]);
});

test('reminds of an invoice some days after it is due, users who can see sales; an erased customer is never named', async () => {
  const seller = await app.as('view_sale', 'view_dashboard');
  const other = await app.as('view_sale');
  const ada = await someCustomer(app.db, 'Ada Byrne', { limit: 100_000 });
  const sale = await sold([{ product_id: tea, quantity: '1' }], 240, {
    customer_id: ada,
    tenders: [{ method: 'account', tendered: '2.40' }],
  });
  const dueIn = Math.round((Date.parse(sale.due_on ?? today) - Date.parse(today)) / (24 * 3600_000));
  await morning(dueIn + 6);
  expect(await reported(seller)).toEqual([]);
  await morning(dueIn + 7);
  await morning(dueIn + 8);
  expect(await reported(seller)).toEqual([
    [
      expect.stringMatching(`^${sale.number} of Ada Byrne was due on .*: £2.40 outstanding.$`),
      `/sales/invoices/${sale.id}`,
    ],
  ]);
  expect(await reported(other)).toEqual([]);
  const paid = { amount: '2.40', payment_method: 'bank_transfer' } as const;
  expect((await boss.call(customerWallet.receive, { params: { id: ada }, body: paid })).status).toBe(200);
  const erased = await boss.call(customers.erase, { params: { id: ada }, body: { reason: 'Asked for it' } });
  expect(erased.status).toBe(200);
  expect(await reported(seller)).toEqual([]);
});

test('reminds of documents by number, users who can see employees, and again when renewed; the badge follows the days', async () => {
  const office = await staffOffice(app);
  const outsider = await app.as('view_ledger', 'view_sale', 'view_dashboard');
  const attached = async (id: number, title: string, inDays: number) => {
    const { reply } = await office.keeper.call(employeeDocuments.add, {
      params: { id },
      ...(await multipartForm({}, [{ name: `${title}.pdf`, content: pdfOf() }])),
    });
    const attachment_id = reply.data.at(-1)?.id ?? 0;
    await renew(id, attachment_id, title, inDays);
    return attachment_id;
  };
  const renew = (id: number, attachment_id: number, title: string, inDays: number) =>
    office.keeper.call(employeeDocuments.describe, {
      params: { id, attachment_id },
      body: { title, expires_on: addDays(today, inDays) },
    });
  const { id, number } = await office.hired({ name: 'Perdita Nightjar' });
  const visa = await attached(id, 'Visa', 45);
  await morning();
  expect(await reported(office.keeper)).toEqual([]);
  await set({ document_days: 45 });
  await morning();
  await morning(1);
  const link = `/employees/${id}`;
  const one = [expect.stringMatching(`^Visa of ${number} expires on `), link];
  expect(await reported(office.keeper)).toEqual([one]);
  expect(await reported(outsider)).toEqual([]);
  const expiring = async (documents: string) =>
    (await office.keeper.call(employees.list, { query: { documents } })).reply.data.map(row => [
      row.id,
      row.next_expiry_state,
    ]);
  expect([await expiring('expiring'), await expiring('expired')]).toEqual([[[id, 'expiring']], []]);
  await set({ document_days: 44 });
  expect(await expiring('due')).toEqual([]);
  const { reply: papers } = await office.keeper.call(employeeDocuments.list, { params: { id } });
  expect(papers.data).toMatchObject([{ id: visa, expiry: 'valid' }]);

  await renew(id, visa, 'Visa', -3);
  await attached(id, 'Licence', 2);
  await morning(1);
  expect((await reported(office.keeper))[0]).toEqual([
    expect.stringMatching(/^2 employee documents expire by \d+ \w{3} \d{4} or have expired\.$/),
    '/employees?documents=due',
  ]);
  expect(await expiring('due')).toEqual([[id, 'expired']]);
  await boss.call(employees.changeStatus, { params: { id }, body: { step: 'leave' } });
  await boss.call(employees.erase, { params: { id }, body: { reason: 'Asked for it' } });
  expect((await reported(office.keeper)).map(([words]) => words)).toEqual([
    expect.stringMatching('^2 employee documents'),
  ]);
});
