import { accounts, openingBalances, trialBalance } from '#domain/accounts/account.contract';
import { londonDate } from '#domain/kernel/dates';
import { read, type Route, write } from '../../platform/http/route';
import { findTrialBalance, listAccounts, listOpeningItems, suspenseBalance } from './accounts.queries';
import { enterOpeningBalance } from './enter-opening-balance';
import { enterOpeningBill, enterOpeningInvoice } from './enter-opening-document';
import { reverseOpening } from './reverse-opening';
import { createAccount, editAccount } from './save-account';

export const accountRoutes: Route[] = [
  read(accounts.list, async ({ db }) => ({ data: await listAccounts(db) })),
  write(accounts.create, ({ ctx, body }) => createAccount(ctx, body)),
  write(accounts.update, ({ ctx, params, body }) => editAccount(ctx, params.code, body)),
  read(trialBalance.show, ({ db, query, now }) => findTrialBalance(db, query.as_at ?? londonDate(now))),
  read(openingBalances.show, async ({ db }) => ({
    items: await listOpeningItems(db),
    suspense: await suspenseBalance(db),
  })),
  write(openingBalances.addAccount, ({ ctx, body }) => enterOpeningBalance(ctx, body)),
  write(openingBalances.addBill, ({ ctx, body }) => enterOpeningBill(ctx, body)),
  write(openingBalances.addInvoice, ({ ctx, body }) => enterOpeningInvoice(ctx, body)),
  write(openingBalances.reverse, ({ ctx, params, body }) => reverseOpening(ctx, params.id, body)),
];
