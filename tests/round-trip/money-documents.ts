import { approvalDocuments } from './approval-documents';
import { buyingDocuments } from './buying-documents';
import { changedSales } from './changed-sales';
import type { DocumentsByRoute } from './document-desk';
import { expenseDocuments } from './expense-documents';
import { ledgerDocuments } from './ledger-documents';
import { quoteDocuments } from './quote-documents';
import { saleDocuments } from './sale-documents';
import { staffDocuments } from './staff-documents';
import { supplierDocuments } from './supplier-documents';
import { vatDocuments } from './vat-documents';
import { tillDocuments } from './till-documents';
import { walletDocuments } from './wallet-documents';

/** Every money document that is read back, by its route. */
export const moneyDocuments: DocumentsByRoute = {
  ...buyingDocuments,
  ...supplierDocuments,
  ...staffDocuments,
  ...expenseDocuments,
  ...walletDocuments,

  ...vatDocuments,
  ...tillDocuments,
  ...saleDocuments,
  ...approvalDocuments,
  ...changedSales,
  ...quoteDocuments,
  // Last, because it closes a year.
  ...ledgerDocuments,
};
