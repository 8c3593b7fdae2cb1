import { billAttachments } from '#domain/purchase-orders/bill-attachment.contract';
import { londonDate } from '#domain/kernel/dates';
import { supplierBills } from '#domain/purchase-orders/supplier-bill.contract';
import { supplierCredits } from '#domain/purchase-orders/supplier-credit.contract';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { attachmentRoutes } from '../../kernel/attachments';
import { read, type Route, write } from '../../platform/http/route';
import { exportReply } from '../../platform/spreadsheets/export-reply';
import { documentsOfBills } from './bills/bill-attachments';
import {
  creditExportColumns,
  listSupplierCredits,
  streamSupplierCredits,
  totalSupplierCredits,
} from './credits/supplier-credits.queries';
import { recordDirectBill } from './bills/direct-bill';
import { getBill } from './bills/get-bill';
import { reverseCredit, reverseDirectBill } from './bills/reverse-supplier-document';
import {
  billExportColumns,
  listSupplierBills,
  streamSupplierBills,
  totalSupplierBills,
} from './bills/supplier-bills.queries';
import { recordCredit } from './credits/supplier-credit';
import {
  findDefaultLine,
  hasVatNumber,
  listAccounts,
  listBillsOf,
  totalBillsOf,
} from './supplier-documents.queries';

/** The bills of all suppliers, bills without an order, supplier credit notes and their lists. */
export const supplierDocumentRoutes: Route[] = [
  read(supplierBills.list, ({ db, query, now }) => listSupplierBills(db, query, londonDate(now))),
  read(supplierBills.totals, ({ db, query, now }) => totalSupplierBills(db, query, londonDate(now))),
  read(supplierBills.export, async ({ db, query, now }) =>
    exportReply(
      'supplier-bills',
      query.format,
      billExportColumns,
      streamSupplierBills(db, query, londonDate(now)),
    ),
  ),
  read(supplierBills.get, ({ db, params }) => getBill(db, params.id)),
  ...attachmentRoutes(billAttachments, documentsOfBills),
  read(supplierCredits.list, ({ db, query }) => listSupplierCredits(db, query)),
  read(supplierCredits.totals, ({ db, query }) => totalSupplierCredits(db, query)),
  read(supplierCredits.export, async ({ db, query }) =>
    exportReply('supplier-credit-notes', query.format, creditExportColumns, streamSupplierCredits(db, query)),
  ),
  read(supplierDocuments.accounts, async ({ db }) => ({ data: await listAccounts(db) })),
  read(supplierDocuments.openBills, async ({ db, query: { supplier_id, text, bill_id } }) => {
    const filter = { text, billId: bill_id === undefined ? undefined : Number(bill_id) };
    return {
      data: await listBillsOf(db, Number(supplier_id), filter),
      ...(await totalBillsOf(db, Number(supplier_id), filter)),
      has_vat_number: await hasVatNumber(db, Number(supplier_id)),
      default_line: await findDefaultLine(db, Number(supplier_id)),
    };
  }),
  write(supplierDocuments.bill, ({ ctx, body }) => recordDirectBill(ctx, body)),
  write(supplierDocuments.reverseBill, ({ ctx, params, body }) => reverseDirectBill(ctx, params.id, body)),
  write(supplierDocuments.credit, ({ ctx, body }) => recordCredit(ctx, body)),
  write(supplierDocuments.reverseCredit, ({ ctx, params, body }) => reverseCredit(ctx, params.id, body)),
];
