import type { Todo, TradeFlow } from '#domain/dashboard/dashboard.contract';
import { daysAhead } from '#domain/dashboard/money-ahead';
import type { CalendarDate } from '#domain/kernel/dates';
import type { Period } from '#domain/kernel/period';
import { standardView } from '../../platform/list-state';
import type { Place } from '../../ui/figure-link';

/** The list behind each figure. Kept apart so that tests can follow all of them. */
export const tradeDrillDown = ({ from, to }: Period): Readonly<Partial<Record<keyof TradeFlow, Place>>> => {
  const documents = (side: 'both' | 'sales' | 'refunds'): Place => ({
    path: '/reports/documents',
    search: { from, to, side },
  });
  const results: Place = { path: '/reports/profit-loss', search: { from, to } };
  return {
    net_takings: documents('both'),
    transactions: documents('sales'),
    average: { path: '/reports/sales-summary', search: { from, to } },
    refunds: documents('refunds'),
    gross_profit: results,
    net_profit: results,
  };
};

/** The documents of a day. */
export const dayDrillDown = (day: CalendarDate): Place => ({
  path: '/reports/documents',
  search: { from: day, to: day, side: 'both' },
});

/** The money ahead: the ledger up to today, and what is open, overdue or soon due. */
export const moneyDrillDown = (today: CalendarDate) => {
  const ledger = (search: Place['search']): Place => ({
    path: '/general-ledger',
    search: { ...search, to: today },
  });
  const dueSoon = { due_within: String(daysAhead) };
  return {
    cash: ledger({ part: 'cash' }),
    bank: ledger({ account: '1020' }),
    customers_overdue: { path: '/aged-debtors', search: { overdue: 'yes' } },
    customers_due: { path: '/aged-debtors', search: dueSoon },
    suppliers_overdue: { path: '/aged-creditors', search: { overdue: 'yes' } },
    suppliers_due: { path: '/aged-creditors', search: dueSoon },
    vat_to_file: { path: '/reports/vat-return' },
    vat_filed: ledger({ account: '2205' }),
    expenses_overdue: { path: '/expenses', search: { due: 'overdue' } },
    expenses_due: { path: '/expenses', search: { due: 'soon' } },
    recurring: { path: '/expenses/recurring' },
  } as const satisfies Readonly<Record<string, Place>>;
};

/** Stock as it is now. */
export const stockDrillDown = {
  value: { path: '/stock/valuation' },
  low_stock: { path: '/stock', search: { attention: 'low' } },
  out_of_stock: { path: '/stock', search: { attention: 'out' } },
  below_zero: { path: '/stock', search: { stock_state: 'negative' } },
} as const satisfies Readonly<Record<string, Place>>;

export const supplierDrillDown = {
  active: { path: '/suppliers', search: { status: 'active' } },
  inactive: { path: '/suppliers', search: { status: 'inactive' } },
  open_orders: { path: '/purchases', search: { open: 'yes' } },
  open_order_amount: { path: '/purchases', search: { open: 'yes' } },
  // All suppliers, whatever the user's default view of the list leaves out.
  outstanding_amount: { path: '/suppliers', search: { view: standardView } },
} as const satisfies Readonly<Record<string, Place>>;

/** Each links to the list of exactly those records. */
export const todoDrillDown: Readonly<
  Record<
    Todo['kind'],
    Place & { readonly label: string /** Any count above zero is a problem. */; readonly isTrouble?: true }
  >
> = {
  late_orders: { label: 'Overdue orders', isTrouble: true, path: '/purchases', search: { late: 'yes' } },
  low_stock: { label: 'Low stock', path: '/stock', search: { attention: 'low' } },
  bills_overdue: {
    label: 'Bills overdue',
    isTrouble: true,
    path: '/aged-creditors',
    search: { overdue: 'yes' },
  },
  overdue_invoices: {
    label: 'Overdue invoices',
    isTrouble: true,
    path: '/sales/invoices',
    search: { payment_state: 'overdue' },
  },
  failed_emails: {
    label: 'Emails not delivered',
    isTrouble: true,
    path: '/emails/inbox',
    search: { folder: 'sent', status: 'failed,unconfirmed' },
  },
  open_tills: { label: 'Open tills', path: '/sales/tills', search: { status: 'open' } },
  sale_exceptions: {
    label: 'Paid sales to review',
    path: '/sales/exceptions',
    search: { state: 'open' },
  },
  variances_to_approve: {
    label: 'Variances to approve',
    path: '/sales/tills',
    search: { approval: 'waiting' },
  },
  orders_to_approve: { label: 'Orders to approve', path: '/purchases', search: { approval: 'waiting' } },
  expenses_to_approve: { label: 'Expenses to approve', path: '/expenses', search: { status: 'submitted' } },
};
