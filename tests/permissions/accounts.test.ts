import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { employees } from '#domain/employees/employee.contract';
import { sales } from '#domain/sales/sale.contract';
import { users } from '#domain/users/user.contract';
import { openTill, shopFloor, stockedProduct } from '../support/shop';
import { type Caller, startTestApp, type TestApp } from '../support/test-app';

let app: TestApp;
let seller: Caller;
let till: number;
beforeAll(async () => {
  app = await startTestApp();
  // Leaves an administrator, whatever accounts are closed.
  await app.as('admin');
  seller = await app.as('view_pos', 'create_sale');
  till = await openTill(app.db);
});
afterAll(() => app.close());
const { sold } = shopFloor(() => ({ app, seller, till }));

test('F48 no one can change an account with more permissions than their own', async () => {
  const clerk = await app.as('view_user', 'edit_user', 'delete_user', 'view_sale');
  const chief = await app.as('view_user', 'view_sale', 'lock_period');
  const equal = await app.as('view_sale');
  const digest = await app.digest();
  const withId = (id: number) => ({ params: { id } });
  const show = async (id: number) => (await clerk.call(users.get, withId(id))).reply;
  const user = await show(chief.userId);
  const body = { name: 'Stripped', email: user.email, role_ids: [] as number[] };
  const refused = [
    await clerk.call(users.update, { ...withId(chief.userId), body }),
    await clerk.call(users.deactivate, withId(chief.userId)),
    await clerk.call(users.resetPassword, withId(chief.userId)),
    await clerk.call(users.signOut, withId(chief.userId)),
    await clerk.call(users.remove, withId(chief.userId)),
  ];
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 409));
  expect(refused[0]?.refusal.message).toContain('permissions that you do not have');
  expect(user.can.edit.allowed).toBe(false);
  expect(user.can.deactivate.allowed).toBe(false);
  expect(await app.digest()).toBe(digest);
  expect((await clerk.call(users.deactivate, withId(equal.userId))).status).toBe(200);
  expect((await clerk.call(users.activate, withId(equal.userId))).status).toBe(200);
});

test('F48 a user who manages employees can neither link an account with more permissions nor suspend it through an employee', async () => {
  const people = await app.as('view_employee', 'create_employee', 'edit_employee');
  const chief = await app.as('lock_period');
  const name = { name: 'Rowan Thorne' };
  const tied = await people.call(employees.create, { body: { ...name, user_id: chief.userId } });
  expect(tied.status).toBe(409);
  const admin = await app.as('admin');
  const { reply } = await admin.call(employees.create, { body: { ...name, user_id: chief.userId } });
  const step = { params: { id: reply.id }, body: { step: 'suspend' as const, reason: 'An inquiry' } };
  expect((await people.call(employees.changeStatus, step)).status).toBe(409);
  const { rows } = await sql`select from users where id = ${chief.userId} and status = 'active'`.execute(
    app.db,
  );
  expect(rows).toHaveLength(1);
  expect((await admin.call(employees.changeStatus, step)).status).toBe(200);
});

test("F49 an invoice goes to the customer's own address; any other needs the permission to write email", async () => {
  const { rows } = await sql<{ id: number }>`
    insert into customers (name, email, created_at, updated_at) values ('Ashdown', 'till@ashdown.example', now(), now())
    returning id`.execute(app.db);
  const product = await stockedProduct(app.db);
  const sale = await sold([{ product_id: product, quantity: '1' }], 240, { customer_id: rows[0]?.id ?? 0 });
  const send = (who: Caller, email: string) =>
    who.call(sales.email, { params: { id: sale.id }, body: { email } });
  const mailer = await app.as('view_sale', 'create_email');
  const refused = await send(seller, 'anybody@else.example');
  expect(refused.status).toBe(403);
  expect(refused.refusal.message).toContain('till@ashdown.example');
  const queued = async () =>
    (await sql`select from emails where purpose = 'sale'`.execute(app.db)).rows.length;
  expect(await queued()).toBe(0);
  expect((await send(seller, 'TILL@ashdown.example')).status).toBe(200);
  expect((await send(mailer, 'anybody@else.example')).status).toBe(200);
  expect(await queued()).toBe(2);
});
