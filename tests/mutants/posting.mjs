/**
 * Changes to posting, access and locks that a test has to notice: the file, the text that occurs once, its replacement,
 * the test file to run, and the effect. `npm run mutants -- posting` makes each in a copy.
 */
const survivors = 'tests/mutants/survivors.test.ts';
const permissionTable = 'tests/permissions/table.test.ts';
const refunds = 'server/features/sales/refund-sale.test.ts';
const completing = 'server/features/sales/complete-sale.test.ts';
const bills = 'server/features/purchase-orders/bills-and-returns.test.ts';
const moving = 'server/features/inbox/moving.test.ts';
const late = 'server/features/purchase-orders/late-costs.test.ts';
const paidOut = 'server/features/tills/paid-out-limit.test.ts';
const stock = 'server/kernel/stock/stock.test.ts';

const change = (file, find, replace, test, why) => ({ file, find, replace, test, why });

/** @type {readonly { file: string, find: string, replace: string, test: string, why: string }[]} */
export const mutants = [
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
    'server/features/purchase-orders/write-order.ts',
    'if (now.line.quantity < least)',
    'if (now.line.quantity + 1 < least)',
    survivors,
    'an order is revised to a thousandth below what was received',
  ),
  change(
    'server/features/sales/post-credit-note.ts',
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
    'server/features/sales/post-credit-note.ts',
    'debit(systemAccounts.shrinkage, damaged),',
    'debit(systemAccounts.inventory, damaged),',
    refunds,
    'damaged goods come back into stock',
  ),
  change(
    'server/features/sales/post-credit-note.ts',
    'debit(systemAccounts.outputVat, rate.vat, { vatCode: rate.code })',
    'debit(systemAccounts.salesReturns, rate.vat, { vatCode: rate.code })',
    refunds,
    'a refund takes no VAT back',
  ),
  change(
    'server/features/purchase-orders/bill-order.ts',
    'debit(systemAccounts.purchasePriceVariance, toVariance),',
    'debit(systemAccounts.costOfGoodsSold, toVariance),',
    late,
    'a price difference counts as cost of sales',
  ),
  change(
    'server/features/purchase-orders/bill-order.ts',
    'debit(systemAccounts.goodsReceivedNotInvoiced, sum(goods.map(receivedCostOf))),',
    'debit(systemAccounts.inventory, sum(goods.map(receivedCostOf))),',
    bills,
    'a bill leaves the accrual of the receipt',
  ),
  change(
    'server/features/purchase-orders/return-order.ts',
    'credit(systemAccounts.inputVat, totals.vatRecovered),',
    '',
    bills,
    'a return to a supplier keeps its VAT',
  ),
  change(
    'server/features/purchase-orders/landed-cost.ts',
    'debit(systemAccounts.purchasePriceVariance, toVariance),',
    'debit(systemAccounts.inventory, toVariance),',
    late,
    'landed cost of goods that are gone is put on those that are here',
  ),
  change(
    'server/features/purchase-orders/price-difference.ts',
    '    this.remaining.set(productId, toQuantity(Math.max(0, (this.remaining.get(productId) ?? 0) - claimed)));\n',
    '',
    late,
    'two lines of a bill claim the same pieces on hand',
  ),
  change(
    'server/features/purchase-orders/reverse-late-cost.ts',
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
  // Access.
  change(
    'domain/sales/sale.contract.ts',
    "access: canAny('refund_sale', 'create_sale')",
    "access: canAny('refund_sale', 'create_sale', 'view_sale')",
    permissionTable,
    'anyone who sees a sale can refund it',
  ),
  change(
    'server/features/tills/till-events.ts',
    "if (!lacksPermissionFor('void', ctx.actor)) return;",
    'return;',
    survivors,
    'a basket is voided without anyone’s approval',
  ),
  change(
    'server/kernel/tills/paid-out.ts',
    'isAboveLimit(limit, toPence(amount + earlier))',
    'isAboveLimit(limit, amount)',
    paidOut,
    'the limit of cash paid out is passed in parts',
  ),
  change(
    'domain/approvals/approval-covers.ts',
    '        granted.account_code === requested.account_code &&\n',
    '',
    paidOut,
    'cash approved for one purpose is paid out for another',
  ),
  // Mail servers that disconnect, renumber folders or keep copies themselves.
  change(
    'server/features/inbox/sync/copy-and-delete.ts',
    'if (started.length === 0) return found;',
    'return found;',
    moving,
    'a copy that was made before the connection broke is made again',
  ),
  change(
    'server/features/inbox/sync/push-to-server.ts',
    'if (!(await isNumberedAsBefore(client, folder))) continue;',
    '',
    moving,
    'messages are moved by numbers that mean others now',
  ),
  change(
    'server/features/inbox/sync/delete-messages.ts',
    'canRemoveSome(client) ? [] : await markedByOthers(client, uids)',
    '[]',
    moving,
    'what another program has marked as deleted is removed',
  ),
  change(
    'server/features/inbox/sync/store-sent.ts',
    "if (Array.isArray(there) && there.length > 0) return await note(parts, emailId, 'there_already', null);",
    '',
    'server/features/inbox/sent-copies.test.ts',
    'a copy of a sent message is made although there is one',
  ),
  // Locks.
  change(
    'server/kernel/stock/stock-pools.ts',
    'order by s.product_id for update of s',
    'order by s.product_id',
    stock,
    'two documents change the stock of one product at once',
  ),
  change(
    'server/features/customers/customers.queries.ts',
    'where c.id = any(${ids}::bigint[]) order by c.id for update of c',
    'where c.id = any(${ids}::bigint[]) order by c.id',
    survivors,
    'two merges of one customer run at once',
  ),
];
