import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import type { Pence } from '#domain/kernel/money';
import { approvalNeed, type ApprovalNeed } from '#domain/approvals/approval-need';
import { asBookkeeper } from '../../../tests/support/books';
import { wholeUnits } from '#domain/kernel/quantity';
import { anonymousActor } from '../../platform/http/context';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { approvalNeeded, spendApprovals } from '../approvals';
import { lateSessionFor } from '.';

let app: TestApp;
let person: number;
beforeAll(async () => {
  app = await startTestApp();
  person = (await app.as('view_pos', 'create_sale', 'override_discount', 'void_sale')).userId;
});
afterAll(() => app.close());

const pence = (amount: number) => amount as Pence;
const tenOff: Extract<ApprovalNeed, { kind: 'discount' }> = {
  kind: 'discount',
  product_id: 7,
  line_number: 1,
  quantity: wholeUnits(2),
  price_mode: 'inclusive',
  amount: pence(5000),
  discount: pence(1000),
};
const voiding: ApprovalNeed = { kind: 'void', amount: pence(500) };

async function given(clientId: string, need: ApprovalNeed): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into approvals (client_id, kind, subject, asked_by, approved_by, approved_at)
    values (${clientId}, ${need.kind}, ${JSON.stringify(z.encode(approvalNeed, need))}, ${person}, ${person}, now())
    returning id`.execute(app.db);
  return rows[0]?.id ?? '';
}

/** The needs left uncovered. */
const spend = (clientId: string, ids: string[], needs: ApprovalNeed[]): Promise<readonly ApprovalNeed[]> =>
  asBookkeeper(app.db, async ctx => (await spendApprovals(ctx, { clientId, ids, needs })).open);

test('an approval covers exactly its change of its basket, once', async () => {
  const [basket, other] = [randomUUID(), randomUUID()];
  const id = await given(basket, tenOff);
  const elevenOff = { ...tenOff, discount: pence(1100) };
  expect(await spend(other, [id], [tenOff]), 'another basket').toEqual([tenOff]);
  expect(await spend(basket, [], [tenOff]), 'not sent along').toEqual([tenOff]);
  expect(await spend(basket, [randomUUID()], [tenOff]), 'an id of nothing').toEqual([tenOff]);
  expect(await spend(basket, [id], [elevenOff]), 'a pound more').toEqual([elevenOff]);
  expect(await spend(basket, [id], [{ ...tenOff, product_id: null }]), 'the whole basket').toHaveLength(1);
  expect(await spend(basket, [id, id], [tenOff, tenOff]), 'one yes for one of two').toEqual([tenOff]);
  expect(await spend(basket, [id], [tenOff]), 'spent').toEqual([tenOff]);
});

test('several needs use one approval each, in any order; others stay unused', async () => {
  const basket = randomUUID();
  const ids = [await given(basket, voiding), await given(basket, tenOff), await given(basket, tenOff)];
  expect(await spend(basket, ids, [tenOff, voiding])).toEqual([]);
  expect(await spend(basket, ids, [tenOff])).toEqual([]);
  expect(await spend(basket, ids, [])).toEqual([]);
});

test('066 F05 an approval counts for a day, while the approver is active and holds the permission', async () => {
  const basket = randomUUID();
  await app.as('admin');
  const [mine, approver] = [person, await app.as('override_discount')];
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  const spentAt = (now: Date, ids: string[]) =>
    asBookkeeper(app.db, async ctx =>
      spendApprovals({ ...ctx, now }, { clientId: basket, ids, needs: [tenOff] }),
    );
  const [{ name } = { name: '' }] = (
    await sql<{ name: string }>`select name from users where id = ${approver.userId}`.execute(app.db)
  ).rows;
  person = approver.userId;
  const [first, second, third] = [
    await given(basket, tenOff),
    await given(basket, tenOff),
    await given(basket, tenOff),
  ];
  person = mine;
  expect(await spentAt(inHours(25), [first])).toMatchObject({
    open: [tenOff],
    lapsed: [`The approval by ${name} is more than a day old.`],
  });
  expect((await spentAt(inHours(23), [first])).open).toEqual([]);
  await sql`update users set status = 'inactive' where id = ${approver.userId}`.execute(app.db);
  const without = { open: [tenOff], lapsed: [`${name}, who approved it, no longer has the permission.`] };
  expect(await spentAt(inHours(0), [second])).toMatchObject(without);
  await sql`update users set status = 'active' where id = ${approver.userId}`.execute(app.db);
  expect((await spentAt(inHours(0), [second])).open).toEqual([]);
  await sql`delete from user_roles where user_id = ${approver.userId}`.execute(app.db);
  expect(await spentAt(inHours(0), [third])).toMatchObject(without);
});

test('of two sales that use one approval at once, one gets it', async () => {
  const basket = randomUUID();
  const id = await given(basket, tenOff);
  const both = await Promise.all([1, 2, 3].map(() => spend(basket, [id], [tenOff])));
  expect(both.map(left => left.length).toSorted((a, b) => a - b)).toEqual([0, 1, 1]);
});

test('the database never changes an approval', async () => {
  const id = await given(randomUUID(), tenOff);
  const refusals = [
    sql`update approvals set subject = '{}' where id = ${id}`,
    sql`update approvals set used_at = now(), approved_by = ${person} + 1 where id = ${id}`,
    sql`delete from approvals where id = ${id}`,
  ];
  for (const change of refusals)
    await expect(change.execute(app.db)).rejects.toMatchObject({ constraint: 'approvals_are_spent_once' });
  await sql`update approvals set used_at = now() where id = ${id}`.execute(app.db);
  await expect(
    sql`update approvals set used_at = null where id = ${id}`.execute(app.db),
  ).rejects.toMatchObject({ constraint: 'approvals_are_spent_once' });
});

test('needs reach the till in wire format', () => {
  expect(approvalNeeded({ actor: anonymousActor }, [tenOff])).toMatchObject({
    status: 403,
    current: { needs: [{ kind: 'discount', product_id: 7, discount: '10.00' }] },
  });
});

async function session(status: 'open' | 'closed'): Promise<number> {
  const register = await sql<{ id: number }>`
    insert into registers (name, code, created_at, updated_at)
    values (${randomUUID()}, ${randomUUID().slice(0, 6).toUpperCase()}, now(), now()) returning id`.execute(
    app.db,
  );
  const { rows } = await sql<{ id: number }>`
    insert into till_sessions (register_id, opened_by, opened_at, business_date, opening_float_pence)
    values (${register.rows[0]?.id}, ${person}, now(), now(), 0) returning id`.execute(app.db);
  const id = rows[0]?.id ?? 0;
  if (status === 'closed')
    await sql`update till_sessions set status = 'closed', z_number = 1, closed_by = ${person}, closed_at = now(),
      counted_pence = 0, expected_pence = 0, z_report = '{}' where id = ${id}`.execute(app.db);
  return id;
}

test('D7 late sales get their own session, one per register at a time; the closed one stays', async () => {
  const closed = await session('closed');
  const late = (id: number) => asBookkeeper(app.db, ctx => lateSessionFor(ctx, id));
  const all = await Promise.all(Array.from({ length: 6 }, () => late(closed)));
  expect(new Set(all).size).toBe(1);
  expect(await late(all[0] ?? 0), 'the late one is open itself').toBe(all[0]);
  const { rows } = await sql`
    select late_of_id, status, opening_float_pence from till_sessions where id = ${all[0]}`.execute(app.db);
  expect(rows).toEqual([{ late_of_id: closed, status: 'open', opening_float_pence: 0 }]);
  const open = await session('open');
  expect(await late(open), 'an open session takes its own').toBe(open);
  await expect(late(999_999)).rejects.toMatchObject({ status: 404 });
});
