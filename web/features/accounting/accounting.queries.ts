import { queryOptions } from '@tanstack/react-query';
import { accountChart, accounts, openingBalances, trialBalance } from '#domain/accounts/account.contract';
import { journals } from '#domain/journals/journal.contract';
import { yearEnds } from '#domain/journals/year-end.contract';
import { ledgerLines } from '#domain/journals/ledger-line.contract';
import {
  contractQuery,
  previousWhileLoading,
  pageQuery,
  recordList,
  recordQuery,
  totalsQuery,
} from '../../platform/queries';

/** The chart of accounts; it changes rarely, so one request serves all selects of a page. */
export const chartOfAccounts = queryOptions({ ...contractQuery(accounts.list), staleTime: 60_000 });

export const accountPage = pageQuery(accountChart.list);
export const accountTotals = totalsQuery(accountChart.totals);
export const journalPage = pageQuery(journals.list);
export const journalTotals = totalsQuery(journals.totals);
export const journalList = recordList(journals.list, id => `/journals/${id}`);
export const journalById = recordQuery(journals.get);
export const yearsToClose = contractQuery(yearEnds.show);
export const ledgerPage = pageQuery(ledgerLines.list);
export const ledgerTotals = totalsQuery(ledgerLines.totals);
export const openingsNow = contractQuery(openingBalances.show);

export const trialBalanceOn = (asAt: string) =>
  previousWhileLoading(trialBalance.show, { query: { as_at: asAt } });
