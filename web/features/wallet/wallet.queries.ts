import { accounts } from '#domain/accounts/account.contract';
import type { QuerySent } from '#domain/kernel/call';
import { agedCreditors, agedDebtors } from '#domain/wallet/aged.contract';
import type { PartyKind } from '#domain/wallet/balance-words';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { letters } from '#domain/wallet/letters.contract';
import { wallets } from '#domain/wallet/wallet.contract';
import { writeOffs } from '#domain/wallet/write-off.contract';
import { contractQuery, previousWhileLoading, pageQuery, totalsQuery } from '../../platform/queries';

type Period = QuerySent<typeof wallets.customer.statement>;

/** The ledger of a customer or supplier between two dates. */
export const ledgerOf = (kind: PartyKind, id: number, period: Period) =>
  previousWhileLoading(wallets[kind].statement, { params: { id }, query: period });

export const statementMailDraft = (kind: PartyKind, id: number, period: Period) =>
  contractQuery(wallets[kind].emailDraft, { params: { id }, query: period });

export const matchesOfCustomer = (id: number, page: number) =>
  previousWhileLoading(customerWallet.matches, { params: { id }, query: { page: String(page) } });
export const writeOffById = (id: number) => contractQuery(writeOffs.get, { params: { id } });
export const lettersOfCustomer = (id: number, page: number) =>
  previousWhileLoading(letters.ofCustomer, { params: { id }, query: { page: String(page) } });
export const openDrawers = contractQuery(customerWallet.drawers);
export const accountsToPostTo = contractQuery(accounts.list);

export const debtorPage = pageQuery(agedDebtors.list);
export const debtorTotals = totalsQuery(agedDebtors.totals);
export const creditorPage = pageQuery(agedCreditors.list);
export const creditorTotals = totalsQuery(agedCreditors.totals);
