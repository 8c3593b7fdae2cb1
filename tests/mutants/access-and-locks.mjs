import { change } from './change.mjs';

const survivors = 'tests/mutants/survivors.test.ts';
const permissionTable = 'tests/permissions/table.test.ts';
const refunds = 'server/features/sales/refunds/refund-sale.test.ts';
const moving = 'server/features/inbox/moving.test.ts';
const paidOut = 'server/features/tills/paid-out-limit.test.ts';
const stock = 'server/kernel/stock/stock.test.ts';
const booksLock = 'server/features/books/books.test.ts';

/**
 * Changes to access, mail and locks; see posting.mjs.
 *
 * @type {readonly import('./change.mjs').Change[]}
 */
export const accessAndLocks = [
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
  change(
    'server/features/expenses/approve-expense.ts',
    '  if (!result.allowed) throw forbidden(result.reason);\n',
    '',
    'server/features/expenses/expenses.test.ts',
    'users approve their own expenses',
  ),
  change(
    'domain/books/books.contract.ts',
    "access: can('lock_period')",
    "access: can('view_ledger')",
    permissionTable,
    'anyone who sees the ledger closes a period',
  ),
  change(
    'domain/expenses/expense.contract.ts',
    "access: can('pay_expense')",
    "access: can('approve_expense')",
    permissionTable,
    'expenses are paid by those who approve them',
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
    'server/kernel/parties/lock-parties.ts',
    'where ${partyColumn(party)} = ${party.id} for update`',
    'where ${partyColumn(party)} = ${party.id}`',
    'server/features/sales/refunds/credit-beside-wallet.test.ts',
    'sales on account at once exceed the credit limit together',
  ),
  change(
    'server/features/sales/stored-sale.ts',
    'where s.id = ${id} for update of s`',
    'where s.id = ${id}`',
    refunds,
    'two refunds at once return one line twice',
  ),
  change(
    'server/features/purchase-orders/orders/stored-order.ts',
    'select from purchase_orders where id = ${id} for update`',
    'select from purchase_orders where id = ${id}`',
    'server/features/purchase-orders/orders/order-payments.test.ts',
    'an order is received in full, or paid, by several at once',
  ),
  change(
    'server/features/payments/lock-credit.ts',
    "ensureFound(await findCredit(tx, supplierId, itemId), 'Credit');\n  const { rows: orders }",
    "await lockParty(tx, { kind: 'supplier', id: supplierId });\n  const { rows: orders }",
    'server/features/payments/use-advance.test.ts',
    'a ledger is locked before the orders of its bills',
  ),
  change(
    'server/features/books/move-lock.ts',
    '  await lockBooks(ctx.tx);\n',
    '',
    booksLock,
    'a period is closed while a posting into it is under way',
  ),
  change(
    'server/features/customers/customers.queries.ts',
    'where c.id = any(${ids}::bigint[]) order by c.id for update of c',
    'where c.id = any(${ids}::bigint[]) order by c.id',
    survivors,
    'two merges of one customer run at once',
  ),
];
