import { accountChart, accounts, openingBalances, trialBalance } from '#domain/accounts/account.contract';
import { londonDate } from '#domain/kernel/dates';
import { read, type Route, write } from '../../platform/http/route';
import { exportReply } from '../../platform/spreadsheets/export-reply';
import { chartExportColumns } from './account-chart-export';
import { listChart, streamChart, totalChart } from './account-chart.queries';
import { findTrialBalance, listAccounts, listOpeningItems, suspenseBalance } from './accounts.queries';
import { enterOpeningBalance } from './enter-opening-balance';
import { enterOpeningBill, enterOpeningInvoice } from './enter-opening-document';
import { reverseOpening } from './reverse-opening';
import { createAccount, editAccount } from './save-account';

export const accountRoutes: Route[] = [
  read(accounts.list, async ({ db }) => ({ data: await listAccounts(db) })),
  read(accountChart.list, ({ db, query }) => listChart(db, query)),
  read(accountChart.totals, ({ db, query }) => totalChart(db, query)),
  read(accountChart.export, async ({ db, query }) =>
    exportReply('accounts', query.format, chartExportColumns, streamChart(db, query)),
  ),
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
