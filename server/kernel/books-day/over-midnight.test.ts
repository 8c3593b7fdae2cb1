import { afterAll, beforeAll, expect, test } from 'vitest';
import { journals } from '#domain/journals/journal.contract';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let now = new Date('2026-11-28T23:50:00Z');
beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
});
afterAll(() => app.close());

test('D6 an entry typed before midnight and saved after it is not backdated; an hour later it is', async () => {
  const bookkeeper = await app.as('view_ledger', 'adjust_ledger');
  const post = async () => {
    const { status, reply } = await bookkeeper.call(journals.create, {
      body: {
        narrative: 'Capital paid in',
        business_date: '2026-11-28',
        lines: [
          { account: '1020', debit: '500.00' },
          { account: '3000', credit: '500.00' },
        ],
      },
    });
    return [status, reply?.business_date];
  };
  now = new Date('2026-11-29T00:05:00Z');
  expect(await post()).toEqual([200, '2026-11-28']);
  now = new Date('2026-11-29T01:00:00Z');
  expect((await post())[0]).toBe(403);
});
