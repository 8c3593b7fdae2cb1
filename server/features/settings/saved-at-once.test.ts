import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accounts } from '#domain/accounts/account.contract';
import { purchasingSettings } from '#domain/purchase-orders/purchasing-settings.contract';
import { mailOut } from '#domain/settings/mail-out.contract';
import { paymentMethods } from '#domain/settings/payment-methods.contract';
import { duringFirst } from '../../../tests/support/held-transaction';
import { methodsWith } from '../../../tests/support/payment-rules';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

// Clients that send no version, as earlier ones do: what they leave as it is, is the latest.
let app: TestApp;
let owner: Caller;
let other: Caller;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.as('admin');
  other = await app.as('admin');
});
afterAll(() => app.close());

test('R15 P14 an approval limit that is raised does not turn settling the oldest bills on again', async () => {
  const saved = (who: Caller, body: object) =>
    who.call(purchasingSettings.update, {
      body: { approval_limit: null, over_receipt_percent: '0', ...body },
    });
  await duringFirst(
    app.db,
    () => saved(owner, { settle_oldest_first: false }),
    () => saved(other, { approval_limit: '300.00' }),
  );
  expect((await owner.call(purchasingSettings.get)).reply).toMatchObject({
    approval_limit: 30_000,
    settle_oldest_first: false,
  });
});

test('R15 K8 a mail password that is removed meanwhile is not stored again', async () => {
  const saved = (who: Caller, more: object) =>
    who.call(mailOut.save, {
      body: {
        host: 'smtp.harbour.example',
        port: 587,
        security: 'starttls',
        user: 'office',
        sender_address: 'office@harbour.example',
        sender_name: 'Harbour Vale',
        ...more,
      },
    });
  expect((await saved(owner, { password: 'a secret' })).status).toBe(200);
  const [, changed] = await duringFirst(
    app.db,
    () => owner.call(mailOut.remove),
    () => saved(other, { port: 465, security: 'tls' }),
  );
  expect([changed.status, changed.refusal.errors]).toEqual([422, { password: ['Enter the password.'] }]);
  expect((await owner.call(mailOut.get)).reply.server).toBeNull();
});

test('R15 R5 R9 an account that took card payments meanwhile stays in the report of payments', async () => {
  await owner.call(accounts.create, { body: { code: '1031', name: 'Card terminal', kind: 'asset' } });
  const { methods } = await methodsWith(other, () => undefined);
  const moved = await methodsWith(owner, method =>
    method === 'credit_card' ? { account_code: '1031' } : undefined,
  );
  const [first, second] = await duringFirst(
    app.db,
    () => owner.call(paymentMethods.save, { body: moved }),
    () => other.call(paymentMethods.save, { body: { methods } }),
  );
  expect([first.status, second.status]).toEqual([200, 200]);
  const { rows } = await sql<{ earlier: string[] }>`
    select value -> 'credit_card' -> 'earlier_accounts' as earlier from settings where key = 'payment_methods'`.execute(
    app.db,
  );
  expect(rows).toEqual([{ earlier: ['1031'] }]);
});
