import { accessAndLocks } from './access-and-locks.mjs';
import { change } from './change.mjs';

/**
 * Changes to posting, access and locks that a test has to notice: the file, the text that occurs once, its replacement,
 * the test file to run, and the effect. `npm run mutants -- posting` makes each in a copy.
 */
const survivors = 'tests/mutants/survivors.test.ts';
const refunds = 'server/features/sales/refunds/refund-sale.test.ts';
const completing = 'server/features/sales/complete-sale.test.ts';
const bills = 'server/features/purchase-orders/credits/bills-and-returns.test.ts';
const late = 'server/features/purchase-orders/late-costs/late-costs.test.ts';
const credits = 'server/features/purchase-orders/credits/supplier-credits.test.ts';
const wallets = 'server/features/wallet/customer-wallet.test.ts';
const booksLock = 'server/features/books/books.test.ts';
const reversedReceipts = 'server/features/purchase-orders/receipts/reverse-receipt.test.ts';

/** @type {readonly import('./change.mjs').Change[]} */
const postings = [
  // The six of finding F88.
  change(
    'domain/sales/sale.contract.ts',
    "access: can('void_sale')",
    "access: can('view_sale')",
    survivors,
    'anyone who sees a sale can cancel it',
  ),
  change(
    'domain/kernel/average-cost.ts',
    'return poolOf(pool.quantity, pool.value + by, pool.lastUnitCost);',
    'return { ...poolOf(pool.quantity, pool.value + by, null), lastUnitCost: pool.lastUnitCost };',
    survivors,
    'the last known cost stays as before a revaluation',
  ),
  change(
    'server/features/purchase-orders/orders/write-order.ts',
    'if (now.line.quantity < least)',
    'if (now.line.quantity + 1 < least)',
    survivors,
    'an order is revised to a thousandth below what was received',
  ),
  change(
    'server/features/sales/refunds/post-credit-note.ts',
    '              value: cost,\n',
    '',
    survivors,
    'returned goods come back at the average of the day',
  ),
  change(
    'server/features/tills/close-till.ts',
    'account: systemAccounts.tillDifferences',
    'account: systemAccounts.shrinkage',
    survivors,
    'what a till is short counts as stock losses',
  ),
  change(
    'server/features/suppliers/suppliers.queries.ts',
    'set name = ${values.name}, email = ${values.email}, phone = ${values.phone},',
    'set name = ${values.name}, email = ${values.email},',
    survivors,
    'an edited phone number is not stored',
  ),
  // Posting.
  change(
    'server/features/sales/post-sale.ts',
    'debit(systemAccounts.costOfGoodsSold, cost),\n      credit(systemAccounts.inventory, cost),',
    '',
    completing,
    'a sale posts no cost',
  ),
  change(
    'server/features/sales/post-sale.ts',
    'credit(systemAccounts.outputVat, rate.vat, { vatCode: rate.code })',
    'credit(systemAccounts.sales, rate.vat, { vatCode: rate.code })',
    completing,
    'VAT of sales counts as revenue',
  ),
  change(
    'server/features/sales/refunds/post-credit-note.ts',
    'debit(systemAccounts.shrinkage, damaged),',
    'debit(systemAccounts.inventory, damaged),',
    refunds,
    'damaged goods come back into stock',
  ),
  change(
    'server/features/sales/refunds/post-credit-note.ts',
    'debit(systemAccounts.outputVat, rate.vat, { vatCode: rate.code })',
    'debit(systemAccounts.salesReturns, rate.vat, { vatCode: rate.code })',
    refunds,
    'a refund takes no VAT back',
  ),
  change(
    'server/features/purchase-orders/bills/bill-order.ts',
    'debit(systemAccounts.purchasePriceVariance, toVariance),',
    'debit(systemAccounts.costOfGoodsSold, toVariance),',
    late,
    'a price difference counts as cost of sales',
  ),
  change(
    'server/features/purchase-orders/bills/bill-order.ts',
    'debit(systemAccounts.goodsReceivedNotInvoiced, sum(goods.map(receivedCostOf))),',
    'debit(systemAccounts.inventory, sum(goods.map(receivedCostOf))),',
    bills,
    'a bill leaves the accrual of the receipt',
  ),
  change(
    'server/features/purchase-orders/credits/return-order.ts',
    'credit(systemAccounts.inputVat, totals.vatRecovered),',
    '',
    bills,
    'a return to a supplier keeps its VAT',
  ),
  change(
    'server/features/purchase-orders/late-costs/landed-cost.ts',
    'debit(systemAccounts.purchasePriceVariance, toVariance),',
    'debit(systemAccounts.inventory, toVariance),',
    late,
    'landed cost of goods that are gone is put on those that are here',
  ),
  change(
    'server/features/purchase-orders/bills/price-difference.ts',
    '    this.remaining.set(productId, toQuantity(Math.max(0, (this.remaining.get(productId) ?? 0) - claimed)));\n',
    '',
    late,
    'two lines of a bill claim the same pieces on hand',
  ),
  change(
    'server/features/purchase-orders/late-costs/reverse-late-cost.ts',
    'prorate(cost.share, claimed, cost.claimed)',
    'cost.share',
    late,
    'the reversal takes the whole share back from what is left',
  ),
  change(
    'server/features/stock/adjust-stock.ts',
    'debit(systemAccounts.costOfGoodsSold, variance),\n      credit(systemAccounts.shrinkage, toPence(value + variance)),',
    'credit(systemAccounts.shrinkage, value),',
    survivors,
    'goods found below zero post no variance',
  ),
  change(
    'server/features/stock-counts/post-count.ts',
    "debit(systemAccounts.shrinkage, lost, { description: 'Missing' }),",
    "debit(systemAccounts.costOfGoodsSold, lost, { description: 'Missing' }),",
    'server/features/stock-counts',
    'missing goods count as sold',
  ),
  change(
    'server/features/payments/post-payment.ts',
    'debit(systemAccounts.tradeCreditors, amount, { party }),',
    'debit(systemAccounts.accruedExpenses, amount),',
    'server/features/payments',
    'a payment leaves what is owed to the supplier',
  ),
  change(
    'server/features/expenses/post-expense.ts',
    'debit(systemAccounts.inputVat, recovered),',
    'debit(systemAccounts.outputVat, recovered),',
    'server/features/expenses',
    'VAT of expenses lowers the VAT of sales',
  ),
  change(
    'server/features/vat-returns/file-return.ts',
    'credit(systemAccounts.inputVat, box_4),',
    'credit(systemAccounts.outputVat, box_4),',
    'server/features/vat-returns',
    'a filed return leaves input VAT on its account',
  ),
  change(
    'server/features/purchase-orders/late-costs/landed-cost.ts',
    'debit(systemAccounts.inputVat, toPence(stored.gross - cost)),',
    'debit(systemAccounts.purchasePriceVariance, toPence(stored.gross - cost)),',
    late,
    'VAT of freight is a cost although it is reclaimed',
  ),
  change(
    'server/features/purchase-orders/credits/supplier-credit.ts',
    'amount: toPence(0 - (shares[index] ?? 0)),',
    'amount: toPence(shares[index] ?? 0),',
    credits,
    'a credit for goods raises the cost of those in stock',
  ),
  change(
    'server/features/purchase-orders/credits/supplier-credit.ts',
    'credit(systemAccounts.inputVat, recoversVat ?',
    'credit(systemAccounts.outputVat, recoversVat ?',
    credits,
    'VAT of a supplier credit counts as VAT of sales',
  ),
  change(
    'server/features/purchase-orders/receipts/reverse-receipt.ts',
    'takesBack: { value, unitCostBefore },',
    'takesBack: { value, unitCostBefore: undefined },',
    reversedReceipts,
    'a reversed receipt leaves its cost as the last known one',
  ),
  change(
    'server/features/stock-counts/post-count.ts',
    "const variance = sum(found, 'variance');",
    'const variance = toPence(0);',
    'server/features/stock-counts/reverse-count.test.ts',
    'goods that a stocktake found below zero post no variance',
  ),
  change(
    'server/features/vat-adjustments/post-adjustment.ts',
    'debit(systemAccounts.inputVat, box_4),',
    'debit(systemAccounts.outputVat, box_4),',
    'server/features/vat-adjustments/vat-adjustments.test.ts',
    'an adjustment of input VAT lowers output VAT',
  ),
  change(
    'server/features/wallet/post-customer-payment.ts',
    ': [debit(account, amount), credit(systemAccounts.tradeDebtors, amount, { party: customer })],',
    ': [debit(account, amount), credit(systemAccounts.sales, amount)],',
    wallets,
    'a top-up of a wallet counts as a sale',
  ),
  change(
    'server/features/wallet/post-customer-payment.ts',
    "if (sessionId !== null && money.method === 'cash')",
    'if (sessionId !== null)',
    'server/features/wallet/take-at-till.test.ts',
    'a card payment of a customer counts as cash in the drawer',
  ),
  change(
    'server/features/books/move-lock.ts',
    'if (check && !check.holds)',
    'if (check && check.holds && !check.holds)',
    booksLock,
    'a period is closed over a failed check',
  ),
  change(
    'server/features/journals/close-year.ts',
    'ensure(isNotClosed(lastDay, await findLastYearEnd(ctx.tx)));\n',
    '',
    'tests/reports/year-end.test.ts',
    'a year is closed twice, or before an earlier one',
  ),
  change(
    'domain/kernel/line-amounts.ts',
    'compare(other.remainder, one.remainder) || ',
    '',
    'domain/kernel/exact-figures.test.ts',
    'pence that are left over go to the first lines',
  ),
  change(
    'domain/sales/refund.ts',
    'prorate(line.vat, gross, line.gross)',
    'toPence(Math.floor((line.vat * gross) / line.gross))',
    'domain/sales',
    'VAT of a part refund is rounded down',
  ),
];

export const mutants = [...postings, ...accessAndLocks];
