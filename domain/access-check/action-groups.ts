/** The group of an action on the screen, by the first part of its path; all paths are listed. */
const groups: Readonly<Record<string, readonly string[]>> = {
  'Your account': ['auth', 'events', 'exports', 'list-views', 'notifications'],
  'Dashboard and reports': ['dashboard', 'reports', 'saved-reports', 'search'],
  'Sales and invoices': ['sales', 'sale-exceptions', 'customer-payments'],
  Quotes: ['quotes'],
  Tills: [
    'tills',
    'till-sessions',
    'till-payments',
    'registers',
    'till-devices',
    'pos',
    'held-baskets',
    'approvals',
  ],
  Customers: ['customers'],
  Suppliers: ['suppliers', 'supplier-bills', 'supplier-credits', 'supplier-documents'],
  'Purchase orders': ['purchases', 'purchased-lines'],
  Products: ['products'],
  'Prices and promotions': ['prices', 'price-groups', 'promotions'],
  Stock: ['stock'],
  'Master data': ['brands', 'categories', 'sub-categories', 'units', 'expense-categories'],
  Imports: ['imports'],
  Employees: ['employees', 'time-clock', 'time-entries'],
  Expenses: ['expenses'],
  Payments: ['payments'],
  'Ledgers and wallets': ['wallet', 'aged-creditors', 'aged-debtors'],
  Accounting: [
    'accounts',
    'books',
    'day-book',
    'journals',
    'ledger-lines',
    'opening-balances',
    'trial-balance',
  ],
  VAT: ['vat-adjustments', 'vat-periods', 'vat-registration', 'vat-reliefs', 'vat-returns'],
  Emails: ['emails'],
  'Users and roles': ['users', 'roles', 'access-check'],
  Settings: ['settings', 'selling-settings', 'purchasing-settings', 'expense-settings', 'get-started'],
  'Records and system': [
    'audit',
    'bulk-changes',
    'bulk-emails',
    'list-views',
    'notes',
    'system',
    'openapi.json',
    'health',
  ],
};

const byPath = new Map(
  Object.entries(groups).flatMap(([group, paths]) => paths.map(path => [path, group] as const)),
);

/** The group of a path such as `/sales/{id}/refunds`; undefined for one that no group lists. */
export const groupOfPath = (path: string): string | undefined => byPath.get(path.split('/')[1] ?? '');
