import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { letters } from '#domain/wallet/letters.contract';
import { writeOffs } from '#domain/wallet/write-off.contract';
import { tillPayments } from '#domain/wallet/till-payment.contract';
import type { EmailState } from '../../kernel/outbox';
import { listDrawers } from '../../kernel/tills';
import { ensureFound } from '../../platform/http/refusal';
import { FileReply, read, type Route, write, writeSettled } from '../../platform/http/route';
import { adjustWallet, transferCredit } from './adjust-wallet';
import { getCustomerPayment } from './customer-payments.queries';
import { findParty } from './find-party';
import { findReminder, listLetters } from './letters.queries';
import { listMatches, matchItems, removeMatch } from './match-items';
import { payOut } from './pay-out';
import { receivePayment } from './receive-payment';
import { reminderReply, prepareReminders, queueReminders } from './remind-customers';
import { drawReminder } from './reminder-document';
import { reverseCustomerPayment } from './reverse-customer-payment';
import { reverseWriteOff } from './reverse-write-off';
import { findTillPayment, takeAtTill } from './take-at-till';
import { getWriteOff } from './write-offs.queries';

type Services = { readonly awaitEmail: (emailId: number) => Promise<EmailState | undefined> };

export const customerWalletRoutes = ({ awaitEmail }: Services): Route[] => [
  read(customerWallet.drawers, async ({ db }) => ({ data: await listDrawers(db) })),
  read(customerWallet.payment, ({ db, params }) => getCustomerPayment(db, params.id)),
  write(customerWallet.receive, ({ ctx, params, body }) => receivePayment(ctx, params.id, body)),
  write(tillPayments.take, ({ ctx, params, body }) => takeAtTill(ctx, params.id, body)),
  read(tillPayments.find, async ({ db, query }) => ensureFound(await findTillPayment(db, query), 'Receipt')),
  write(customerWallet.payOut, ({ ctx, params, body }) => payOut(ctx, params.id, body)),
  write(customerWallet.reverse, ({ ctx, params, body }) => reverseCustomerPayment(ctx, params.id, body)),
  write(customerWallet.adjust, ({ ctx, params, body }) => adjustWallet(ctx, params.id, body)),
  read(writeOffs.get, ({ db, params }) => getWriteOff(db, params.id)),
  write(writeOffs.reverse, ({ ctx, params, body }) => reverseWriteOff(ctx, params.id, body)),
  write(customerWallet.transfer, ({ ctx, params, body }) => transferCredit(ctx, params.id, body)),
  read(customerWallet.matches, async ({ db, params, query }) => {
    await findParty(db, { kind: 'customer', id: params.id });
    return listMatches(db, params.id, query);
  }),
  write(customerWallet.match, ({ ctx, params, body }) => matchItems(ctx, params.id, body)),
  write(customerWallet.removeMatch, ({ ctx, params, body }) => removeMatch(ctx, params.id, body)),
  read(letters.ofCustomer, async ({ db, params, query }) => {
    await findParty(db, { kind: 'customer', id: params.id });
    return listLetters(db, params.id, query);
  }),
  writeSettled(letters.remind, {
    prepare: (before, { body }) => prepareReminders(before, body),
    handle: ({ ctx, body }) => queueReminders(ctx, body),
    settle: (_read, queued) => reminderReply(queued, awaitEmail),
  }),
  read(letters.pdf, async ({ db, params, now }) => {
    const { fileName, content } = await drawReminder(db, await findReminder(db, params.id), now);
    return new FileReply(fileName, 'application/pdf', content);
  }),
];
