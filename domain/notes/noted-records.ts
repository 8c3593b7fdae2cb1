import type { Permission } from '../kernel/permissions';

type NotedRecord = {
  /** As a sentence begins with it. */
  readonly noun: string;
  /** Any of these shows the record, and with it its notes; with the right to write notes one may be added. */
  readonly anyOf: readonly [Permission, ...Permission[]];
  /** Whether notes are about people: their words are not kept on in the log (rule K3). */
  readonly isPersonal: boolean;
};

const of = (
  noun: string,
  ...anyOf: [Permission, ...Permission[]]
): Omit<NotedRecord, 'isPersonal'> & { readonly isPersonal: true } => ({ noun, anyOf, isPersonal: true });
const ofThing = (noun: string, ...anyOf: [Permission, ...Permission[]]) => ({
  ...of(noun, ...anyOf),
  isPersonal: false as const,
});

/** Every kind of record that has a page of its own. The rights are those of its page; a test holds them against its call. */
export const notedRecords = {
  product: ofThing('Product', 'view_product', 'edit_product'),
  supplier: of('Supplier', 'view_supplier'),
  customer: of('Customer', 'view_customer', 'edit_customer'),
  purchase_order: ofThing('Purchase order', 'view_purchaseorder', 'edit_purchaseorder'),
  // Not for the till, whose cashiers may read the receipt again.
  sale: of('Sale', 'view_sale'),
  quote: of('Quote', 'view_sale', 'edit_sale'),
  employee: of('Employee', 'view_employee'),
  expense: of('Expense', 'view_expense', 'create_expense', 'edit_expense'),
  user: of('User', 'view_user'),
  till_session: of('Till session', 'view_pos', 'open_till', 'close_till', 'approve_variance'),
  stock_count: ofThing('Stocktake', 'view_stock'),
  stock_adjustment: ofThing('Stock adjustment', 'view_stock', 'adjust_stock'),
  journal: ofThing('Journal', 'view_ledger'),
  vat_return: ofThing('VAT return', 'view_ledger'),
  vat_adjustment: ofThing('VAT adjustment', 'view_ledger'),
  import: ofThing(
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

/** Any of all the rights that show a record with notes. Which record it is decides in the end. */
export const showsAnyRecord = [
  ...new Set(notedRecordTypes.flatMap((type): readonly Permission[] => notedRecords[type].anyOf)),
] as unknown as [Permission, ...Permission[]];
