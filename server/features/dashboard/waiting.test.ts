import { expect, test } from 'vitest';
import { dashboard } from '#domain/dashboard/dashboard.contract';
import { tills } from '#domain/tills/till.contract';
import { vatPeriods } from '#domain/vat-returns/vat-period.contract';
import { vatReturns } from '#domain/vat-returns/vat-return.contract';
import { type Caller, startTestApp } from '../../../tests/support/test-app';
import { someTills } from '../../../tests/support/tills';

const counts = async (by: Caller) => (await by.call(dashboard.waiting)).reply.data;

test('till variances wait for those who did not count them, until they are approved (audit 14, item 15)', async () => {
  const app = await startTestApp();
  const on = await someTills(app);
  const both = await app.as('view_pos', 'create_sale', 'close_till', 'approve_variance');
  const owner = await app.as('admin');
  expect(await counts(on.manager)).toEqual([]);
  const id = await on.opened('100.00');
  await on.closed(id, '90.00', { reason: 'No idea' }, both);
  const waiting = [{ kind: 'variances_to_approve', count: 1 }];
  expect(await counts(on.manager)).toEqual(waiting);
  expect((await owner.call(dashboard.show)).reply.todo).toContainEqual({ ...waiting[0], amount: null });
  expect((await owner.call(tills.list, { query: { approval: 'waiting' } })).reply.total).toBe(1);
  for (const who of [both, on.keeper]) expect(await counts(who)).toEqual([]);
  const approved = await on.manager.call(tills.approve, { params: { id }, body: { note: 'Seen' } });
  expect(approved.status).toBe(200);
  expect(await counts(on.manager)).toEqual([]);
  await app.close();
});

test('a VAT return waits from the day after it was due until it is filed, for those who can file it (audit 14, item 15)', async () => {
  // A quarter to midnight in London.
  let now = new Date('2026-08-07T22:45:00Z');
  const app = await startTestApp({ clock: () => now });
  const owner = await app.as('admin');
  const filer = await app.as('view_ledger', 'lock_period');
  const reader = await app.as('view_ledger');
  // June is due on 7 August, July on 7 September.
  const body = { stagger: 'monthly', first_day: '2026-06-01' } as const;
  expect((await owner.call(vatPeriods.save, { body })).status).toBe(200);
  expect(await counts(filer)).toEqual([]);
  now = new Date('2026-08-07T23:15:00Z');
  expect(await counts(filer)).toEqual([{ kind: 'overdue_vat_returns', count: 1 }]);
  expect(await counts(reader)).toEqual([]);
  expect((await filer.call(vatReturns.file, { body: { to: '2026-06-30' } })).status).toBe(200);
  expect(await counts(filer)).toEqual([]);
  await app.close();
});
