import * as z from 'zod';
import { hasPermission, type Holder } from '../kernel/access';
import type { Permission } from '../kernel/permissions';
import { expenseFields } from './expense-fields';
import { normalHeader } from './guess-columns';
import { historyFields } from './history-fields';
import { productFields } from './product-fields';
import { statusField } from './status-field';
import { supplierPriceFields } from './supplier-price-fields';
import { openingBillFields, openingInvoiceFields } from './opening-fields';
import type { ImportField } from './import-field';

export type { ImportField } from './import-field';

/** The kinds of import. */
export const importKinds = [
  'products',
  'suppliers',
  'supplier_prices',
  'customers',
  'categories',
  'sub_categories',
  'brands',
  'units',
  'expense_categories',
  'expenses',
  'opening_invoices',
  'opening_bills',
  'sales_history',
] as const;
export const importKind = z.enum(importKinds, 'Choose what to import.');
export type ImportKind = (typeof importKinds)[number];

export type ImportKindTerms = {
  /** "Products", as in a menu. */
  readonly many: string;
  /** "product", as in a sentence. */
  readonly one: string;
  /** How a row is matched to an existing record. */
  readonly key: string;
  /** The fields a row cannot do without. */
  readonly keyFields: readonly string[];
  readonly create: Permission;
  /** Master data that the import can add, which needs these permissions too. */
  readonly alsoNeeds?: readonly Permission[];
  /**
   * Rows are lines of documents, posted in batches that can be paused. Undoing reverses each document, and
   * lines not posted are listed with their amounts.
   */
  readonly isHistory?: true;
  /** Rows are posted. They change no record, and undoing reverses them. */
  readonly isPosted?: true;
  /** The permission to change existing records. */
  readonly edit: Permission;
  /** The permission to undo an import of another user. */
  readonly remove: Permission;
  readonly listPath: string;
  readonly fields: readonly ImportField[];
};

const master = (
  one: string,
  many: string,
  listPath: string,
  ownNames: readonly string[],
): ImportKindTerms => ({
  many,
  one,
  key: 'name',
  keyFields: ['name'],
  create: 'create_master',
  edit: 'edit_master',
  remove: 'delete_master',
  listPath,
  fields: [{ name: 'name', label: 'Name', required: true, alsoCalled: ownNames }, statusField],
});

const subCategory = master('sub-category', 'Sub-categories', '/masters/sub-categories', [
  'sub category',
  'subcategory',
  'sub category name',
]);

/** Items open when the books began (rule L9): posted as the rows are imported, reversed when that is undone. */
const openingItems = (one: string, many: string) =>
  ({
    many,
    one,
    create: 'adjust_ledger',
    edit: 'adjust_ledger',
    remove: 'adjust_ledger',
    listPath: '/opening-balances',
    isPosted: true,
  }) as const;

/** All kinds with their fields, in form order. */
export const importTerms: Readonly<Record<ImportKind, ImportKindTerms>> = {
  suppliers: {
    many: 'Suppliers',
    one: 'supplier',
    key: 'name',
    keyFields: ['name'],
    create: 'create_supplier',
    edit: 'edit_supplier',
    remove: 'delete_supplier',
    listPath: '/suppliers',
    fields: [
      {
        name: 'name',
        label: 'Name',
        required: true,
        alsoCalled: [
          'supplier',
          'supplier name',
          'company',
          'company name',
          'vendor',
          'vendor name',
          'account name',
        ],
      },
      { name: 'email', label: 'Email', alsoCalled: ['email address', 'mail'] },
      { name: 'phone', label: 'Phone', alsoCalled: ['telephone', 'tel', 'phone number', 'mobile'] },
      {
        name: 'contact_person',
        label: 'Contact person',
        alsoCalled: ['contact', 'contact name', 'attention'],
      },
      { name: 'address', label: 'Address', alsoCalled: ['postal address', 'full address', 'street'] },
      {
        name: 'payment_terms_days',
        label: 'Payment terms (days)',
        alsoCalled: ['payment terms', 'terms', 'terms days', 'credit days'],
        needs: ['edit_supplier'],
      },
      {
        name: 'vat_number',
        label: 'VAT number',
        alsoCalled: ['vat no', 'vat registration number', 'vat reg no'],
        needs: ['edit_supplier'],
        hint: 'nine digits, with or without GB',
      },
      statusField,
    ],
  },
  supplier_prices: {
    many: 'Supplier price lists',
    one: 'price of a supplier',
    key: 'supplier and product',
    keyFields: ['supplier'],
    create: 'edit_supplier',
    alsoNeeds: ['view_cost'],
    edit: 'edit_supplier',
    remove: 'edit_supplier',
    listPath: '/suppliers',
    fields: supplierPriceFields,
  },
  customers: {
    many: 'Customers',
    one: 'customer',
    key: 'email, or name and postcode',
    keyFields: ['name'],
    create: 'create_customer',
    edit: 'edit_customer',
    remove: 'delete_customer',
    listPath: '/customers',
    fields: [
      {
        name: 'name',
        label: 'Name',
        required: true,
        alsoCalled: ['customer', 'customer name', 'full name', 'company', 'company name', 'account name'],
      },
      { name: 'kind', label: 'Kind', alsoCalled: ['customer type', 'type'], hint: 'person or company' },
      {
        name: 'contact_person',
        label: 'Contact person',
        alsoCalled: ['contact', 'contact name', 'attention'],
        hint: 'of a company',
      },
      { name: 'email', label: 'Email', alsoCalled: ['email address', 'mail'] },
      { name: 'phone', label: 'Phone', alsoCalled: ['telephone', 'tel', 'phone number', 'mobile'] },
      {
        name: 'billing_address',
        label: 'Billing address',
        alsoCalled: ['address', 'postal address', 'full address', 'street', 'invoice address'],
      },
      {
        name: 'billing_postcode',
        label: 'Billing postcode',
        alsoCalled: ['postcode', 'post code', 'postal code', 'zip', 'invoice postcode'],
      },
      {
        name: 'country',
        label: 'Country',
        alsoCalled: ['billing country', 'country code', 'country name'],
        hint: 'such as France or FR',
      },
      {
        name: 'delivery_address',
        label: 'Delivery address',
        alsoCalled: ['shipping address', 'ship to'],
        hint: 'if different from the billing address',
      },
      { name: 'delivery_postcode', label: 'Delivery postcode', alsoCalled: ['shipping postcode'] },
      {
        name: 'delivery_country',
        label: 'Country of delivery',
        alsoCalled: ['delivery country', 'shipping country'],
      },
      {
        name: 'vat_number',
        label: 'VAT number',
        alsoCalled: ['vat no', 'vat registration number', 'vat reg no'],
        hint: 'nine digits, with or without GB',
      },
      { name: 'tax_number', label: 'Tax number abroad', alsoCalled: ['tax number', 'foreign vat number'] },
      {
        name: 'payment_terms_days',
        label: 'Payment terms (days)',
        alsoCalled: ['payment terms', 'terms', 'terms days', 'credit days'],
        needs: ['sell_on_account', 'adjust_ledger'],
      },
      {
        name: 'credit_limit',
        label: 'Credit limit',
        alsoCalled: ['limit'],
        needs: ['sell_on_account', 'adjust_ledger'],
        hint: 'in pounds',
      },
      {
        name: 'price_group',
        label: 'Price group',
        alsoCalled: ['price level', 'price list', 'customer group'],
        needs: ['override_price'],
        hint: 'as under Price Groups',
      },
      { name: 'tags', label: 'Tags', alsoCalled: ['tag', 'labels', 'groups'], hint: 'separated by commas' },
      { name: 'notes', label: 'Notes', alsoCalled: ['note', 'comments', 'remarks'] },
      statusField,
    ],
  },
  categories: master('category', 'Categories', '/masters/categories', ['category', 'category name']),
  sub_categories: {
    ...subCategory,
    key: 'category and name',
    keyFields: ['category', 'name'],
    fields: [
      {
        name: 'category',
        label: 'Category',
        required: true,
        alsoCalled: ['category name', 'parent', 'parent category'],
      },
      ...subCategory.fields,
    ],
  },
  brands: master('brand', 'Brands', '/masters/brands', ['brand', 'brand name', 'make', 'manufacturer']),
  units: master('unit', 'Units', '/masters/units', ['unit', 'unit name', 'uom', 'unit of measure']),
  expense_categories: master('expense category', 'Expense categories', '/masters/expense-categories', [
    'expense category',
    'category',
    'category name',
  ]),
  expenses: {
    many: 'Expenses',
    one: 'expense',
    key: 'supplier and receipt number',
    keyFields: ['gross', 'category', 'description'],
    create: 'create_expense',
    edit: 'edit_expense',
    remove: 'delete_expense',
    listPath: '/expenses',
    fields: expenseFields,
  },
  sales_history: {
    many: 'Sales history',
    one: 'line of a sales history',
    key: 'invoice number',
    keyFields: ['number', 'sku', 'quantity', 'price', 'sold_at'],
    create: 'edit_sale',
    alsoNeeds: ['create_product', 'create_customer'],
    isHistory: true,
    edit: 'edit_sale',
    remove: 'edit_sale',
    listPath: '/sales/invoices',
    fields: historyFields,
  },
  opening_invoices: {
    ...openingItems('unpaid invoice', 'Unpaid customer invoices'),
    key: 'number',
    keyFields: ['customer', 'amount', 'number'],
    fields: openingInvoiceFields,
  },
  opening_bills: {
    ...openingItems('unpaid bill', 'Unpaid supplier bills'),
    key: 'supplier and bill number',
    keyFields: ['supplier', 'amount', 'number'],
    fields: openingBillFields,
  },
  products: {
    many: 'Products',
    one: 'product',
    key: 'SKU',
    keyFields: ['sku'],
    create: 'create_product',
    edit: 'edit_product',
    remove: 'delete_product',
    listPath: '/products',
    fields: productFields,
  },
};

/** Whether a user can import records of this kind. */
export const canImport = (holder: Holder, kind: ImportKind): boolean =>
  [importTerms[kind].create, ...(importTerms[kind].alsoNeeds ?? [])].every(right =>
    hasPermission(holder, right),
  );

/** A normalised column name: case, punctuation and spaces do not count. */
export const namesOf = (field: ImportField): string[] =>
  [field.label, field.name, ...(field.alsoCalled ?? [])].map(normalHeader);
