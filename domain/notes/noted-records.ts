import type { Permission } from '../kernel/permissions';

type NotedRecord = {
  /** The noun at the start of a sentence. */
  readonly noun: string;
  /** Any of these permissions shows the record and its notes; adding notes needs the permission to write notes too. */
  readonly anyOf: readonly [Permission, ...Permission[]];
  /** Whether notes are about people: their text is not kept in the audit log (rule K3). */
  readonly isPersonal: boolean;
};

const personal = (
  noun: string,
  ...anyOf: [Permission, ...Permission[]]
): Omit<NotedRecord, 'isPersonal'> & { readonly isPersonal: true } => ({ noun, anyOf, isPersonal: true });
const impersonal = (noun: string, ...anyOf: [Permission, ...Permission[]]) => ({
  ...personal(noun, ...anyOf),
  isPersonal: false as const,
});

/**
 * Every kind of record with a page of its own. The permissions are those of its page; a test compares them with its
 * call.
 */
export const notedRecords = {
  product: impersonal('Product', 'view_product', 'edit_product'),
  supplier: personal('Supplier', 'view_supplier'),
  customer: personal('Customer', 'view_customer', 'edit_customer'),
  purchase_order: impersonal('Purchase order', 'view_purchaseorder', 'edit_purchaseorder'),
  supplier_bill: impersonal('Supplier bill', 'view_purchaseorder', 'view_ledger'),
  // Without the till's permission, with which cashiers can read receipts again.
  sale: personal('Sale', 'view_sale'),
  quote: personal('Quote', 'view_sale', 'edit_sale'),
  employee: personal('Employee', 'view_employee'),
  expense: personal('Expense', 'view_expense', 'create_expense', 'edit_expense'),
  user: personal('User', 'view_user'),
  till_session: personal('Till session', 'view_pos', 'open_till', 'close_till', 'approve_variance'),
  stock_count: impersonal('Stocktake', 'view_stock'),
  stock_adjustment: impersonal('Stock adjustment', 'view_stock', 'adjust_stock'),
  journal: impersonal('Journal', 'view_ledger'),
  vat_return: impersonal('VAT return', 'view_ledger'),
  vat_adjustment: impersonal('VAT adjustment', 'view_ledger'),
  import: impersonal(
    'Import',
    'create_product',
    'create_supplier',
    'create_customer',
    'create_master',
    'create_expense',
  ),
} as const satisfies Readonly<Record<string, NotedRecord>>;

export type NotedRecordType = keyof typeof notedRecords;
export const notedRecordTypes = Object.keys(notedRecords) as [NotedRecordType, ...NotedRecordType[]];

/** Any permission that shows a record with notes. The record itself decides in the end. */
export const showsAnyRecord = [
  ...new Set(notedRecordTypes.flatMap((type): readonly Permission[] => notedRecords[type].anyOf)),
] as unknown as [Permission, ...Permission[]];
