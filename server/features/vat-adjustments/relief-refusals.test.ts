import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BodySent } from '#domain/kernel/call';
import { toPence } from '#domain/kernel/money';
import { type ReliefKind, vatReliefs } from '#domain/vat-returns/vat-relief.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { asBookkeeper } from '../../../tests/support/books';
import { customerWithCredit } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { credit, debit, postRequiredJournal } from '../../kernel/ledger';
import { lockParty, openItem } from '../../kernel/parties';

let app: TestApp;
let admin: Caller;
const now = new Date('2026-08-10T11:00:00Z');
beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
  admin = await app.as('admin');
});
afterAll(() => app.close());

/** An invoice of £240.00 with £40.00 of VAT, due on 4 February and written off. */
async function loseDebt(number: string): Promise<void> {
  const customer = await customerWithCredit(app.db, 100_000, `Customer of ${number}`);
  await asBookkeeper(
    app.db,
    async ctx => {
      const document = { type: 'test_sale', id: customer, number };
      const { party } = await lockParty(ctx.tx, { kind: 'customer', id: customer });
      const [gross, net, vat] = [toPence(24_000), toPence(20_000), toPence(4_000)];
      const journal = await postRequiredJournal(ctx, {
        businessDate: '2026-01-05',
        kind: 'sale',
        narrative: `Sale ${number}`,
        document,
        lines: [debit('1100', gross, { party }), credit('4000', net), credit('2200', vat)],
        vat: [{ direction: 'output', taxPoint: '2026-01-05', code: 'S', rate: 2000, net, vat }],
      });
      await openItem(ctx, {
        party,
        side: 'debit',
        kind: 'invoice',
        document,
        businessDate: '2026-01-05',
        dueOn: '2026-02-04',
        amount: gross,
        journalId: journal.id,
      });
    },
    { now },
  );
  const lost = { kind: 'write_off', amount: '240.00', reason: 'In liquidation' } as const;
  expect((await admin.call(customerWallet.adjust, { params: { id: customer }, body: lost })).status).toBe(
    200,
  );
}

const dueOf = async (kind: ReliefKind) =>
  (await admin.call(vatReliefs.list, { query: { kind } })).reply.data.toSorted(
    (one, other) => one.item_id - other.item_id,
  );
const post = (kind: ReliefKind, items: BodySent<typeof vatReliefs.post>['items'], more: object = {}) =>
  admin.call(vatReliefs.post, { body: { kind, account: '6800', items, ...more } });
const errorsOf = ({ status, refusal }: Awaited<ReturnType<typeof post>>) => {
  expect(status).toBe(422);
  return refusal.errors;
};

test('F76 V26 relief that is no longer due is refused with the numbers of its documents, of all that were chosen', async () => {
  for (const number of ['S-1', 'S-2', 'S-3']) await loseDebt(number);
  const [first, second, third] = (await dueOf('claim')).map(({ item_id }) => ({ item_id }));
  if (!first || !second || !third) throw new Error('Three debts were lost');
  expect((await post('claim', [second])).status).toBe(200);
  expect(errorsOf(await post('claim', [first, second]))).toEqual({
    'items.1.item_id': ['No VAT is due on S-2. Refresh the list.'],
  });
  expect((await post('claim', [third])).status).toBe(200);
  const sentence = 'No VAT is due on S-2, S-3. Refresh the list.';
  expect(errorsOf(await post('claim', [first, second, third]))).toEqual({
    'items.1.item_id': [sentence],
    'items.2.item_id': [sentence],
  });
  expect(errorsOf(await post('claim', [first, first]))).toEqual({
    'items.1.item_id': ['S-1 is selected twice. Remove one of the two.'],
  });
  expect(errorsOf(await post('claim', [{ ...first, gross: '1.00' }]))).toEqual({
    'items.0.gross': ['Leave the amount blank. It is calculated from the ledger.'],
  });
});

test('F76 V26 an amount above what was relieved, or without VAT, is refused at its own field', async () => {
  const relieved = await dueOf('return');
  const returned = (...grosses: readonly string[]) =>
    relieved.map(({ item_id }, index) => ({ item_id, gross: grosses[index] ?? '240.00' }));
  expect(relieved.map(({ document }) => document.number)).toEqual(['S-2', 'S-3']);
  expect(errorsOf(await post('return', returned('240.00', '2400.00')))).toEqual({
    'items.1.gross': ['Enter at most £240.00, the amount that was relieved.'],
  });
  expect(errorsOf(await post('return', returned('240.00', '0.01')))).toEqual({
    'items.1.gross': ['No VAT is in £0.01. Enter a larger amount.'],
  });
  const [, other] = returned();
  if (!other) throw new Error('Two debts were relieved');
  expect((await post('return', [other])).status).toBe(200);
  expect(errorsOf(await post('return', returned()))).toEqual({
    'items.1.gross': ['No VAT is due on S-3. Refresh the list.'],
  });
});
