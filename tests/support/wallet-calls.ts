import type { BodySent } from '#domain/kernel/call';
import { type CalendarDate, londonDate } from '#domain/kernel/dates';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { wallets } from '#domain/wallet/wallet.contract';
import { asBookkeeper } from './books';
import { customerItem } from './customer-items';
import type { Caller, TestApp } from './test-app';

type Receipt = BodySent<typeof customerWallet.receive>;
type PayOut = BodySent<typeof customerWallet.payOut>;
type Reversal = BodySent<typeof customerWallet.reverse>;
const byTransfer = { payment_method: 'bank_transfer' } as const;

/** Actions on customers' ledgers through the API; invoices are posted as a sale would. */
export function walletCalls(shop: () => { readonly app: TestApp; readonly admin: Caller }) {
  const today = londonDate(new Date());
  const ledger = async (id: number) =>
    (await shop().admin.call(wallets.customer.statement, { params: { id } })).reply;
  return {
    ledger,
    /** Kind and open amount of each open item, debits before credits. */
    open: async (id: number) =>
      (await ledger(id)).open_items
        .map(item => [item.side, item.kind, item.open] as const)
        .toSorted(
          ([one, , amount], [other, , otherAmount]) => one.localeCompare(other) || amount - otherAmount,
        ),
    invoice: (customer: number, amount: number, dueOn: CalendarDate = today, on = dueOn) =>
      asBookkeeper(shop().app.db, ctx => customerItem(ctx, customer, { side: 'debit', amount, dueOn, on })),
    receive: (id: number, amount: string, more: Partial<Receipt> = {}) =>
      shop().admin.call(customerWallet.receive, { params: { id }, body: { amount, ...byTransfer, ...more } }),
    payOut: (id: number, amount: string, more: Partial<PayOut> = {}) =>
      shop().admin.call(customerWallet.payOut, { params: { id }, body: { amount, ...byTransfer, ...more } }),
    reverse: (id: number, more: Partial<Reversal> = {}) =>
      shop().admin.call(customerWallet.reverse, {
        params: { id },
        body: { reason: 'Entered twice', ...more },
      }),
  };
}
