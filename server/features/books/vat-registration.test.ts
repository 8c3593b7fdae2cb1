import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { vatRegistration } from '#domain/books/vat-registration.contract';
import { toPence } from '#domain/kernel/money';
import { asBookkeeper } from '../../../tests/support/books';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { credit, debit, postJournal } from '../../kernel/ledger';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());

type Body = Parameters<typeof save>[0];
const save = (
  body: {
    is_registered: boolean;
    vat_number?: string;
    registered_from?: string;
    registered_until?: string;
    version?: number;
  },
  who = admin,
) => who.call(vatRegistration.save, { body });
const show = async () => (await admin.call(vatRegistration.get)).reply;

test('V2 the VAT registration is set, and each change is in the audit log', async () => {
  const { reply } = await save({
    is_registered: true,
    vat_number: ' 339 0727 47',
    registered_from: '2026-04-01',
  });
  expect(reply).toMatchObject({ vat_number: 'GB339072747', registered_from: '2026-04-01', version: 2 });
  expect((await app.audits())[0]).toMatchObject({
    action: 'edited',
    record_type: 'setting',
    record_name: 'VAT registration',
    after: { vat_number: 'GB339072747' },
  });
  await save({ is_registered: false, vat_number: 'GB123456782' });
  expect(await show()).toMatchObject({ is_registered: false, vat_number: null, registered_from: null });
});

test.each<[string, Body, string]>([
  ['no number', { is_registered: true }, 'vat_number'],
  ['eight digits', { is_registered: true, vat_number: 'GB12345678' }, 'vat_number'],
  ['wrong check digits', { is_registered: true, vat_number: 'GB123456783' }, 'vat_number'],
  ['another country', { is_registered: true, vat_number: 'DE123456789' }, 'vat_number'],
  [
    'an end before the beginning',
    {
      is_registered: true,
      vat_number: '123456782',
      registered_from: '2026-04-02',
      registered_until: '2026-04-01',
    },
    'registered_until',
  ],
])('V23 a registration with %s is refused at its field', async (_what, body, field) => {
  const before = await show();
  const { status, refusal } = await save(body);
  expect(status).toBe(422);
  expect(refusal.errors).toHaveProperty(field);
  expect(await show()).toEqual(before);
});

test('V23 the database refuses an invalid number, and a second registration', async () => {
  await expect(
    sql`update vat_registration set is_registered = false, vat_number = '12'`.execute(app.db),
  ).rejects.toThrow('vat_registration_number_is_one');
  await expect(sql`insert into vat_registration (only_row) values (true)`.execute(app.db)).rejects.toThrow(
    'vat_registration_pkey',
  );
});

test('the second of two concurrent edits gets a conflict; a user without permission is refused', async () => {
  const { version } = await show();
  const body = { is_registered: false, version };
  const both = await Promise.all([save(body), save(body)]);
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const reader = await app.as('view_ledger');
  expect((await save({ is_registered: false }, reader)).status).toBe(403);
});

test('V2 V18 a registration under which VAT was posted is not switched off, but gets a last day', async () => {
  await save({ is_registered: true, vat_number: 'GB339072747', registered_from: '2026-04-01' });
  await asBookkeeper(app.db, ctx =>
    postJournal(ctx, {
      businessDate: '2026-05-01',
      kind: 'landed_cost',
      narrative: 'Carriage',
      document: { type: 'expense', id: 1, number: null },
      lines: [debit('6910', toPence(1000)), debit('2201', toPence(200)), credit('1020', toPence(1200))],
      vat: [
        {
          direction: 'input',
          taxPoint: '2026-05-01',
          code: 'S',
          rate: 2000,
          net: toPence(1000),
          vat: toPence(200),
        },
      ],
    }),
  );
  const before = await show();
  const refused = await save({ is_registered: false });
  expect([refused.status, refused.refusal.errors?.is_registered]).toEqual([
    422,
    [
      'VAT has been posted under this registration. Keep it, and enter its last day under “Registered until”.',
    ],
  ]);
  expect(await show()).toEqual(before);
  const ended = await save({
    is_registered: true,
    vat_number: 'GB339072747',
    registered_from: '2026-04-01',
    registered_until: '2026-06-30',
  });
  expect(ended.reply).toMatchObject({ is_registered: true, registered_until: '2026-06-30' });
});
