import { formatDate } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import { formatQuantity } from '#domain/kernel/quantity';
import {
  exportFacts,
  rateName,
  type Receipt,
  type ReceiptLine,
  receiptOf,
  type ReceiptOptions,
} from '#domain/sales/receipt';
import { buyerOf } from '#domain/sales/invoice-kind';
import { invoiceSums } from '#domain/sales/invoice-sums';
import { clearedBy, type CreditNote } from '#domain/sales/sale-credit-note';
import type { SaleDetail } from '#domain/sales/sale.contract';
import { returnedGoodsNames } from '#domain/sales/sale-state';
import type { TenderMethod } from '#domain/sales/tender';
import type { BankDetails } from '#domain/settings/bank-details.contract';
import { paymentInstructions, paymentInstructionsTitle } from '#domain/settings/payment-instructions';
import { findBankDetails, findLogo, findReceiptLayout, type Logo } from '../../../kernel/company';
import { findTenderNames } from '../../../kernel/tills';
import type { Reader } from '../../../platform/database/open-database';
import type { Actor } from '../../../platform/http/actor';
import { ensureFound } from '../../../platform/http/refusal';
import {
  companyHead,
  factList,
  figureColumn,
  moneyColumn,
  sumsBlock,
  type TableColumn,
  tableOf,
  textBlock,
  textColumn,
  titleBlock,
} from '../../../platform/pdf/document-parts';
import { drawPdf } from '../../../platform/pdf/draw-pdf';
import { getSale } from '../get-sale';
import { receiptSlip } from './receipt-slip';

type Context = { readonly actor: Actor; readonly now: Date };
type Drawn = { readonly fileName: string; readonly content: Buffer };

/**
 * A sale as a PDF, 80 mm or A4, as a simplified or full VAT invoice (rules V19, V20). 404 when it does not
 * exist.
 */
export const drawSale = async (
  db: Reader,
  id: number,
  options: DocumentOptions,
  ctx: Context,
): Promise<Drawn> => drawSaleOf(db, await getSale(db, id, ctx), options, ctx.now);

type DocumentOptions = ReceiptOptions & { readonly paper: '80mm' | 'a4' };

/** The same for a sale already loaded. */
export async function drawSaleOf(
  db: Reader,
  sale: SaleDetail,
  { paper, ...options }: DocumentOptions,
  now: Date,
): Promise<Drawn> {
  const logo = await findLogo(db);
  const layout = await findReceiptLayout(db);
  const names = await findTenderNames(db);
  const receipt = receiptOf(sale, {
    ...options,
    layout,
    logo: logo?.address ?? null,
    names,
  });
  const head = {
    title: `${receipt.title} ${sale.number}`,
    author: receipt.seller.name,
    printedAt: now,
  };
  const content =
    paper === '80mm'
      ? await drawPdf({ ...head, slip: receiptSlip(receipt) })
      : await drawPdf({
          ...head,
          blocks: await invoiceBlocks(receipt, { sale, logo, names, bank: await findBankDetails(db) }),
        });
  return { fileName: `${sale.number}.pdf`, content };
}

type InvoiceOf = {
  readonly sale: SaleDetail;
  readonly logo: Logo | null;
  readonly names: Readonly<Record<TenderMethod, string>>;
  readonly bank: BankDetails;
};

async function invoiceBlocks(receipt: Receipt, { sale, logo, names, bank }: InvoiceOf) {
  const title = receipt.isCopy ? `${receipt.title} (COPY)` : receipt.title;
  return [
    companyHead({ ...receipt.seller, logo: receipt.logo === null ? null : logo }),
    titleBlock(title, sale.number),
    ...(receipt.header ? [textBlock('', receipt.header)] : []),
    factList('Supply', receipt.facts),
    await tableOf('Goods and services', receipt.lines, receipt.isGift ? giftColumns : lineColumns(receipt), {
      empty: 'No lines.',
    }),
    ...(receipt.isGift ? [] : [sumsBlock(invoiceSums(sale, names))]),
    ...(receipt.vat.length > 0 ? [await vatByRate(receipt, sale)] : []),
    ...paymentInstructionsBlock(receipt, sale, bank),
    ...(sale.notes ? [textBlock('Notes', sale.notes)] : []),
    ...(receipt.footer ? [textBlock('', receipt.footer)] : []),
  ];
}

const vatByRate = (receipt: Receipt, sale: SaleDetail) =>
  tableOf('VAT by rate', receipt.vat, rateColumns, {
    empty: 'No VAT.',
    totals: ['Total', ...[sale.net, sale.vat, sale.gross].map(amount => formatPounds(amount))],
  });

/** How to pay: account, due date and reference, while there is a balance due. */
function paymentInstructionsBlock(
  receipt: Receipt,
  { outstanding, due_on, number }: SaleDetail,
  bank: BankDetails,
) {
  const facts = paymentInstructions(bank, {
    balance: outstanding,
    due: formatDate(due_on),
    reference: number,
  });
  return receipt.isGift || facts.length === 0 ? [] : [factList(paymentInstructionsTitle, facts)];
}

const giftColumns: readonly TableColumn<ReceiptLine>[] = [
  textColumn('Code', line => line.code),
  textColumn('Description', line => line.description),
  figureColumn('Quantity', line => line.quantity),
];

const lineColumns = (receipt: Receipt): readonly TableColumn<ReceiptLine>[] => [
  textColumn('Code', line => line.code),
  textColumn('Description', line =>
    [line.description, line.discount, line.note].filter(part => part !== null).join('\n'),
  ),
  figureColumn('Quantity', line => line.quantity),
  figureColumn('Unit price', line => line.unitPrice),
  ...(receipt.vat.length > 0 ? [figureColumn<ReceiptLine>('VAT', line => line.rate)] : []),
  figureColumn('Amount', line => line.amount),
  ...(receipt.vat.length > 0 ? [figureColumn<ReceiptLine>('Net', line => line.net)] : []),
];

const rateColumns: readonly TableColumn<Receipt['vat'][number]>[] = [
  textColumn('Rate', row => row.rate),
  figureColumn('Net', row => row.net),
  figureColumn('VAT', row => row.vat),
  figureColumn('Gross', row => row.gross),
];

/** A credit note on A4 with everything rule V21 requires, to whom the invoice is addressed. 404 when the sale has no such note. */
export async function drawCreditNote(
  db: Reader,
  { id, credit_note_id }: { readonly id: number; readonly credit_note_id: number },
  ctx: Context,
): Promise<Drawn> {
  const sale = await getSale(db, id, ctx);
  const note = ensureFound(
    sale.credit_notes.find(candidate => candidate.id === credit_note_id),
    'Credit note',
  );
  const { seller } = sale;
  const buyer = buyerOf(sale);
  const names = await findTenderNames(db);
  const vatLine = seller.vat_number === null ? [] : [`VAT number ${seller.vat_number}`];
  const content = await drawPdf({
    title: `Credit note ${note.number}`,
    author: seller.name,
    printedAt: ctx.now,
    blocks: [
      companyHead({
        name: seller.name,
        lines: [...seller.lines, ...vatLine],
        logo: await findLogo(db),
      }),
      titleBlock('Credit note', note.number),
      factList('Credit', [
        ['Number', note.number],
        ['Date', formatDate(note.business_date)],
        ['Original invoice', `${sale.number} of ${formatDate(sale.business_date)}`],
        ['Reason', note.reason],
        ['Customer', buyer?.name ?? sale.customer.name],
        ['Address', buyer?.address ?? null],
        ...(sale.customer_vat_number === null
          ? []
          : ([['Customer VAT number', sale.customer_vat_number]] as [string, string][])),
        ...exportFacts(sale),
        ['Issued by', note.refunded_by],
      ]),
      await tableOf('Credited items', note.lines, creditColumns(sale), { empty: 'No lines.' }),
      sumsBlock([
        ...(seller.vat_number === null
          ? []
          : ([
              ['Net', formatPounds(note.net)],
              ['VAT', formatPounds(note.vat)],
            ] as const)),
        ['Total credited', formatPounds(note.gross), 'bold'],
      ]),
      factList('Refunded', [
        ...note.tenders.map(({ method, amount }): [string, string] => [names[method], formatPounds(amount)]),
        ...(clearedBy(note) > 0
          ? ([['Taken off the balance due', formatPounds(clearedBy(note))]] as [string, string][])
          : []),
      ]),
    ],
  });
  return { fileName: `${note.number}.pdf`, content };
}

function creditColumns(sale: SaleDetail): readonly TableColumn<CreditNote['lines'][number]>[] {
  const sold = new Map(sale.lines.map(line => [line.line_number, line]));
  const rateOf = (line: CreditNote['lines'][number]) => {
    const original = sold.get(line.sale_line_number);
    return original ? rateName(original) : '';
  };
  return [
    textColumn('Description', line => line.description),
    figureColumn('Quantity', line => (line.quantity === 0 ? '' : formatQuantity(line.quantity))),
    textColumn('Goods', line => returnedGoodsNames[line.goods]),
    // A company that is not registered shows no VAT (rule V2).
    ...(sale.seller.vat_number === null
      ? [moneyColumn<CreditNote['lines'][number]>('Amount', line => line.gross)]
      : [
          figureColumn('VAT rate', rateOf),
          moneyColumn<CreditNote['lines'][number]>('Net', line => line.net),
          moneyColumn<CreditNote['lines'][number]>('VAT', line => line.vat),
          moneyColumn<CreditNote['lines'][number]>('Gross', line => line.gross),
        ]),
  ];
}
