import type { ImportKind } from '#domain/imports/import-kinds';
import type { Importer } from '../../kernel/imports';
import { openingBillImporter, openingInvoiceImporter } from '../accounts';
import { customerImporter } from '../customers';
import { expenseImporter } from '../expenses';
import { masterImporters } from '../masters';
import { productImporter } from '../products';
import { supplierImporter, supplierPriceImporter } from '../suppliers';

type RowKind = Exclude<ImportKind, 'sales_history'>;

const rowImporters: Readonly<Record<RowKind, Importer>> = {
  products: productImporter,
  suppliers: supplierImporter,
  supplier_prices: supplierPriceImporter,
  customers: customerImporter,
  ...masterImporters,
  expenses: expenseImporter,
  opening_invoices: openingInvoiceImporter,
  opening_bills: openingBillImporter,
};

/** The importer of each kind whose rows are records. For histories see `history-steps`. */
export function importerOf(kind: ImportKind): Importer {
  if (kind === 'sales_history') throw new Error('A sales history has no importer of rows');
  return rowImporters[kind];
}
