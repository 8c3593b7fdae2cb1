import { journalKindNames } from '../accounting/journal-kind';
import { ledgerPartNames } from '../accounting/ledger-parts';
import { countryCode, countryName } from '../countries/country';
import { capitalise } from '../kernel/capitalise';
import { countOf } from '../kernel/count-of';
import { dueWithinWords } from '../kernel/due-within';
import { valuesIn, wordIn } from '../kernel/list-query';
import { comparisonNames, periodNames } from '../kernel/period';
import { stepNames } from '../kernel/steps';
import type { GuardedPath } from '../pages/page-guards';
import { pageTitles } from '../pages/page-titles';
import { stockStateNames } from '../products/product.status';
import { billKindNames } from '../purchase-orders/supplier-bill.contract';
import { moneyDirections } from '../reports/payment-transactions.contract';
import { marginGroupNames } from '../reports/product-margins.contract';
import { reportKinds } from '../reports/report-kinds';
import { documentSides, salesGroupNames } from '../reports/sales-summary.contract';
import { paymentStateNames, saleChannelNames } from '../sales/sale-state';
import { movementKindNames } from '../stock/movement-kind';
import { actionWords, recordWords, sentenceCase } from './activity-words';
import { labelOf } from './history-choices';
import type { HistoryField } from './history-fields';

/**
 * Saved reports and saved views keep the parameters of an address: filters with their values separated by commas, the
 * sorting and the columns.
 */
export const keepsParameters = (recordType: string | undefined): boolean =>
  recordType === 'list_view' || recordType === 'saved_report';

const many = (field: HistoryField, names: readonly string[]) =>
  Object.fromEntries(names.map(name => [name, field]));
const user = { format: { ref: 'user' } } as const;

/** Every parameter with its label on the screens. */
export const parameterFields: Readonly<Record<string, HistoryField>> = {
  account: { label: 'Account' },
  action: { label: 'Action' },
  actor_id: { label: 'User', ...user },
  approval: { label: 'Approval' },
  as_at: { label: 'As at' },
  attention: { label: 'Alert' },
  basis: { label: 'Basis' },
  box: { label: 'Box' },
  brand_id: { label: 'Brand', format: { ref: 'brand' } },
  cashier_id: { label: 'Cashier', ...user },
  category_id: { label: 'Category', format: { ref: 'category' } },
  channel: { label: 'Channel' },
  columns: { label: 'Columns' },
  compare: { label: 'Compare with' },
  country: { label: 'Country of delivery' },
  cover: { label: 'Cover' },
  customer_id: { label: 'Customer', format: { ref: 'customer' } },
  density: { label: 'Row height' },
  department: { label: 'Department' },
  direction: { label: 'Direction' },
  documents: { label: 'Documents' },
  employee_id: { label: 'Employee', format: { ref: 'employee' } },
  figure: { label: 'Figure' },
  from: { label: 'From' },
  group: { label: 'Group' },
  ids: { label: 'Records' },
  kind: { label: 'Kind' },
  late: { label: 'Late' },
  list: { label: 'List' },
  managed_by: { label: 'Managed by' },
  manager_id: { label: 'Manager', format: { ref: 'employee' } },
  method: { label: 'Method' },
  open: { label: 'Open' },
  outcome: { label: 'Result' },
  overdue: { label: 'Overdue' },
  owner: { label: 'Owner' },
  part: { label: 'Part of the ledger' },
  party_id: { label: 'Customer or supplier' },
  per_page: { label: 'Rows on a page' },
  period: { label: 'Period' },
  person_id: { label: 'Recorded by', ...user },
  product_id: { label: 'Product', format: { ref: 'product' } },
  read: { label: 'Read' },
  reason: { label: 'Reason' },
  reconciled: { label: 'Reconciled' },
  record_id: { label: 'Record number' },
  record_type: { label: 'Record' },
  register_id: { label: 'Register', format: { ref: 'register' } },
  report: { label: 'Report' },
  reversed: { label: 'Reversed' },
  role_id: { label: 'Role', format: { ref: 'role' } },
  scheduled: { label: 'Scheduled' },
  search: { label: 'Search' },
  session_id: { label: 'Till session', format: { ref: 'till_session' } },
  settlement: { label: 'Settlement' },
  show: { label: 'Show' },
  side: { label: 'Type' },
  sort_by: { label: 'Sort by' },
  sort_order: { label: 'Order' },
  standing: { label: 'Balance' },
  step: { label: 'Columns' },
  stock_state: { label: 'Stock' },
  sub_category_id: { label: 'Sub-category', format: { ref: 'sub_category' } },
  supplier_id: { label: 'Supplier', format: { ref: 'supplier' } },
  tag: { label: 'Tag' },
  to: { label: 'To' },
  transfers: { label: 'Transfers' },
  unclosed_from: { label: 'Without year ends from' },
  unsold_for: { label: 'Not sold for' },
  vat_code: { label: 'VAT code' },
  vat_number: { label: 'VAT number' },
  widths: { label: 'Column widths' },
  window: { label: 'Demand period' },
  ...many({ label: 'Due' }, ['due', 'due_within']),
  ...many({ label: 'Payment' }, ['paid_status', 'payment_state']),
  ...many({ label: 'Status' }, ['state', 'status']),
};

type Names = Readonly<Record<string, string>>;

/** The names that agree in all lists: an entry of a change does not say of which list it is. */
const agreed = (...all: readonly Names[]): Names =>
  Object.fromEntries(
    all
      .flatMap(names => Object.entries(names))
      .filter(([code, name]) => all.every(names => (names[code] ?? name) === name)),
  );

const names: Readonly<Record<string, Names>> = {
  channel: saleChannelNames,
  compare: comparisonNames,
  direction: moneyDirections,
  group: { ...marginGroupNames, ...salesGroupNames },
  kind: agreed(journalKindNames, movementKindNames, billKindNames),
  part: ledgerPartNames,
  payment_state: paymentStateNames,
  period: periodNames,
  side: documentSides,
  sort_by: { id: 'Recorded', po_number: 'PO number', sku: 'SKU' },
  sort_order: { asc: 'Ascending', desc: 'Descending' },
  step: stepNames,
  stock_state: stockStateNames,
};

/** The pages of lists that have another address than the list. */
const pagesOfLists: Readonly<Record<string, GuardedPath>> = {
  '/accounts/chart': '/accounts',
  '/brands': '/masters/brands',
  '/categories': '/masters/categories',
  '/expense-categories': '/masters/expense-categories',
  '/expenses/schedules': '/expenses/recurring',
  '/ledger-lines': '/general-ledger',
  '/price-groups': '/products/price-groups',
  '/promotions': '/products/promotions',
  '/purchased-lines': '/purchases/purchased',
  '/quotes': '/sales/quotes',
  '/registers': '/sales/registers',
  '/sale-exceptions': '/sales/exceptions',
  '/sales': '/sales/invoices',
  '/saved-reports': '/reports/saved',
  '/sub-categories': '/masters/sub-categories',
  '/supplier-bills': '/purchases/bills',
  '/supplier-credits': '/purchases/credits',
  '/till-devices': '/sales/devices',
  '/till-sessions': '/sales/tills',
  '/time-entries': '/employees/timesheet',
  '/units': '/masters/units',
  '/vat-reliefs': '/vat-adjustments/reliefs',
};

/** The title of the page that shows a list. */
export const listTitle = (list: string): string | undefined =>
  (pageTitles as Names)[pagesOfLists[list] ?? list];

const daysWords = (value: string): string => countOf(Number(value), 'day');

/** Columns are named after their headings; hidden ones start with a hyphen: `order-date.-total`. */
function columnsWords(value: string): string {
  const all = value.split('.');
  const headings = (some: readonly string[]) =>
    some.map(one => capitalise(one.replaceAll('-', ' '))).join(', ');
  const shown = headings(all.filter(one => !one.startsWith('-')));
  const hidden = headings(all.filter(one => one.startsWith('-')).map(one => one.slice(1)));
  return [shown, hidden && `${hidden} hidden`].filter(Boolean).join('; ');
}

const widthsWords = (value: string): string =>
  value
    .split('.')
    .map(one => one.split('~'))
    .map(([column = '', width]) => `${capitalise(column.replaceAll('-', ' '))} ${width}`)
    .join(', ');

/** Parameters that are no list of values separated by commas. */
const whole: Readonly<Record<string, (value: string) => string>> = {
  columns: columnsWords,
  cover: daysWords,
  due_within: dueWithinWords,
  list: value => listTitle(value) ?? value,
  search: value => `“${value}”`,
  unsold_for: daysWords,
  widths: widthsWords,
  window: daysWords,
};

const each: Readonly<Record<string, (value: string) => string>> = {
  action: value => capitalise(actionWords(value)),
  country: value => (countryCode.safeParse(value).success ? countryName(value) : value),
  department: wordIn,
  record_type: value => capitalise(recordWords(value)),
  report: value =>
    ((reportKinds as Readonly<Record<string, { title: string }>>)[value] ?? { title: value }).title,
  tag: wordIn,
};

/**
 * The value of a parameter as on the screens: "Active or Inactive". `nameOf` names the record with an id; it is null if
 * there is no such record.
 */
export function parameterWords(
  name: string,
  value: string,
  nameOf: ((id: number) => string | null) | undefined,
): string | null {
  const inWhole = whole[name];
  if (inWhole) return inWhole(value);
  const words = valuesIn(value).map(one => {
    if (nameOf && one !== 'none') return nameOf(Number(one));
    if (one === 'none') return 'None';
    return each[name]?.(one) ?? names[name]?.[one] ?? labelOf(name, one) ?? sentenceCase(one);
  });
  return words.filter(word => word !== null).join(' or ') || null;
}
