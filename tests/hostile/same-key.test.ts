import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { journals } from '#domain/journals/journal.contract';
import { requestLock, takeLock } from '../../server/platform/database/advisory-lock';
import { type Caller, startTestApp, type TestApp } from '../support/test-app';

type User = Caller & { readonly userId: number };

let shop: TestApp;
let admin: User;
beforeAll(async () => {
  shop = await startTestApp({ repeats: false });
  admin = await shop.as('admin');
});
afterAll(() => shop.close());

/** Posts a journal of a pound under a key. Returns the status and the journal, or the refusal. */
async function post(user: User, key: string, narrative = `Journal of ${key}`) {
  const { status, reply, refusal } = await user.call(journals.create, {
    headers: { 'idempotency-key': key },
    body: {
      narrative,
      lines: [
        { account: '6910', debit: '1.00' },
        { account: '1020', credit: '1.00' },
      ],
    },
  });
  return { status, reply, code: status === 200 ? null : refusal.code };
}

/** Who posted the journals with this narrative, in order. */
async function postedIn(narrative: string): Promise<number[]> {
  const posted = shop.db.selectFrom('journals').select('posted_by').where('narrative', '=', narrative);
  return (await posted.orderBy('id').execute()).map(journal => journal.posted_by);
}

test('R12 a journal sent twenty times at once and twenty times in turn is posted once, and each answer is the first', async () => {
  const key = randomUUID();
  const atOnce = await Promise.all(Array.from({ length: 20 }, () => post(admin, key)));
  const [first, ...same] = atOnce.filter(({ status }) => status === 200);
  expect(same.filter(({ reply }) => JSON.stringify(reply) !== JSON.stringify(first?.reply))).toEqual([]);
  // The others came while the first was being posted.
  for (const { status, code } of atOnce)
    if (status !== 200) expect([status, code]).toEqual([409, 'still_running']);
  for (let nth = 1; nth <= 20; nth++) expect(await post(admin, key)).toEqual(first);
  expect(await postedIn(`Journal of ${key}`)).toEqual([admin.userId]);
});

test('R12 while the first request is being processed elsewhere its repetition is refused with 409, and posts it otherwise', async () => {
  const key = randomUUID();
  const elsewhere = await shop.db.startTransaction().execute();
  await takeLock(elsewhere, requestLock, `${admin.userId} ${key}`);
  expect(await post(admin, key)).toMatchObject({ status: 409, code: 'still_running' });
  await elsewhere.rollback().execute();
  expect(await postedIn(`Journal of ${key}`)).toEqual([]);
  expect(await post(admin, key)).toMatchObject({ status: 200 });
});

test('R12 another request with the same key is refused with 422, and that of another user is a request of its own', async () => {
  const key = randomUUID();
  const first = await post(admin, key);
  expect(await post(admin, key, 'Something else')).toMatchObject({ status: 422, code: 'key_reused' });
  expect(await postedIn('Something else')).toEqual([]);

  const other = await shop.as('admin');
  const own = await post(other, key);
  expect(own.status).toBe(200);
  expect(own.reply.id).not.toBe(first.reply.id);
  expect(await post(other, key)).toEqual(own);
  expect(await post(admin, key)).toEqual(first);
  expect(await postedIn(`Journal of ${key}`)).toEqual([admin.userId, other.userId]);
});
