import { formatDay } from '#domain/kernel/dates';
import { formatPounds, outstandingLabel, sum } from '#domain/kernel/money';
import { paymentMethodNames, paymentStatusNames } from '#domain/payments/payment.status';
import {
  committedStatuses,
  hasPaidStatus,
  paidStatusNames,
  type PurchaseOrderStatus,
  purchaseOrderStatusNames,
} from '#domain/purchase-orders/purchase-order.status';
import type { PurchaseOrderRow, SupplierDetail, TransactionRow } from '#domain/suppliers/supplier.contract';
import { findLetterhead } from '../../kernel/company';
import type { Reader } from '../../platform/database/open-database';
import {
  companyHead,
  dateColumn,
  factList,
  moneyColumn,
  summaryTiles,
  sumsBlock,
  type TableColumn,
  tableOf,
  textColumn,
  titleBlock,
} from '../../platform/pdf/document-parts';
import { drawPdf } from '../../platform/pdf/draw-pdf';
import type { PdfBlock, PdfSum } from '../../platform/pdf/pdf-document';
import { getSupplier } from './get-supplier';

/** The supplier report as a PDF: the content of the supplier's page (SD-08). 404 when there is none. */
export async function drawSupplierReport(
  db: Reader,
  id: number,
  now: Date,
): Promise<{ fileName: string; content: Buffer }> {
  const [company, supplier] = await Promise.all([findLetterhead(db), getSupplier(db, id)]);
  const content = await drawPdf({
    title: `Supplier report: ${supplier.name}`,
    author: company.name,
    printedAt: now,
    blocks: [companyHead(company), ...(await reportBlocks(supplier))],
  });
  return { fileName: `SupplierReport-${supplier.name}-${supplier.id}.pdf`, content };
}

async function reportBlocks(supplier: SupplierDetail): Promise<PdfBlock[]> {
  const { summary, purchaseOrders, payments_directory } = supplier;
  return [
    titleBlock('Supplier report', supplier.name),
    factList('Supplier information', [
      ['Name', supplier.name],
      ['Email', supplier.email],
      ['Phone', supplier.phone],
      ['Contact person', supplier.contact_person],
      ['Address', supplier.address],
      ['Status', supplier.status === 'active' ? 'Active' : 'Inactive'],
      ['Created', formatDay(supplier.created_at)],
      ['Last updated', formatDay(supplier.updated_at)],
    ]),
    summaryTiles([
      ['Total orders', String(summary.total_purchase_orders)],
      ['Completed', String(summary.completed_orders)],
      ['Active', String(summary.active_orders)],
      ['Transactions', String(summary.total_transactions)],
    ]),
    summaryTiles([
      ['Total purchase', formatPounds(summary.total_purchase_amount)],
      ['Total paid', formatPounds(summary.total_paid_amount)],
      [outstandingLabel(summary.outstanding_amount), formatPounds(Math.abs(summary.outstanding_amount))],
    ]),
    await tableOf('Purchase orders', purchaseOrders, orderColumns, {
      empty: 'No purchase orders found for this supplier.',
    }),
    ...(purchaseOrders.length > 0 ? [sumsBlock(purchaseSums(supplier))] : []),
    await tableOf('Payment transactions', payments_directory.transactions, paymentColumns, {
      empty: 'No payment transactions found for this supplier.',
    }),
    ...(payments_directory.transactions.length > 0
      ? [sumsBlock([['Total paid', formatPounds(summary.total_paid_amount), 'bold']])]
      : []),
  ];
}

/** From the orders that count to the total purchase: bills may differ from them, and credit notes lower it (rules P4, P8). */
function purchaseSums({ purchaseOrders, summary }: SupplierDetail): PdfSum[] {
  const ordered = sum(
    purchaseOrders.filter(order => committed.has(order.status)).map(order => order.total_amount),
  );
  const otherwise = summary.total_purchase_amount - ordered;
  return [
    ['Orders sent, received or completed', formatPounds(ordered)],
    ...(otherwise === 0
      ? []
      : [['Billed differently or credited', formatPounds(otherwise)] satisfies PdfSum]),
    ['Total purchase', formatPounds(summary.total_purchase_amount), 'bold'],
  ];
}

const committed: ReadonlySet<PurchaseOrderStatus> = new Set(committedStatuses);

const orderColumns: readonly TableColumn<PurchaseOrderRow>[] = [
  textColumn('PO number', order => order.po_number),
  dateColumn('Ordered', order => order.order_date),
  dateColumn('Expected', order => order.expected_delivery_date),
  moneyColumn('Total', order => order.total_amount),
  moneyColumn('Paid', order => order.paid_amount),
  textColumn('Status', order => purchaseOrderStatusNames[order.status]),
  textColumn('Payment', order => (hasPaidStatus(order.status) ? paidStatusNames[order.paid_status] : '—')),
  textColumn('Created by', order => order.creator.name),
];

const paymentColumns: readonly TableColumn<TransactionRow>[] = [
  dateColumn('Date', payment => payment.payment_date),
  textColumn('PO number', payment => payment.po_number),
  moneyColumn('Amount', payment => payment.amount),
  textColumn('Method', payment => paymentMethodNames[payment.payment_method]),
  textColumn('Status', payment => paymentStatusNames[payment.status]),
  textColumn('Reference', payment => payment.reference_number),
  textColumn('Notes', payment => payment.notes),
];
