import { sql } from 'kysely';
import { londonDate } from '#domain/kernel/dates';
import { formatPounds, type Pence } from '#domain/kernel/money';
import type { VatCode } from '#domain/kernel/vat';
import { type Bars, barsOf } from '#domain/products/bars';
import {
  fitsShelf,
  type LabelKind,
  labelPadding,
  type LabelSheet,
  type LabelSheetCode,
  labelSheets,
  labelsOnSheet,
  moduleWidth,
} from '#domain/products/label-sheet';
import { bothPrices } from '#domain/products/product.price';
import { findCompany, isVatRegisteredOn } from '../../kernel/company';
import type { Reader } from '../../platform/database/open-database';
import { invalid, notFound } from '../../platform/http/refusal';
import { drawPdf } from '../../platform/pdf/draw-pdf';
import type { PdfBars, PdfLabel, PdfLabelSheet } from '../../platform/pdf/pdf-labels';
import { sellingRatesOn } from './vat-rates.queries';

type Labels = {
  readonly sheet: LabelSheetCode;
  readonly kind: LabelKind;
  readonly items: readonly { readonly product_id: number; readonly count: number }[];
  readonly skip?: number | undefined;
};

type Labelled = {
  id: number;
  sku: string;
  name: string;
  unit: string;
  vat_code: VatCode;
  price: Pence;
  price_includes_vat: boolean;
  barcode: string | null;
};

/**
 * Product labels as a PDF for a label sheet, in the order requested. The price includes VAT, as a shelf price
 * must, if the company charges any. 404 when a product is gone, 422 when a barcode is too long for the label.
 */
export async function drawProductLabels(db: Reader, request: Labels, now: Date): Promise<Buffer> {
  const { kind, items, skip = 0 } = request;
  const sheet = labelSheets[request.sheet];
  if (kind === 'shelf' && !fitsShelf(request.sheet))
    throw invalid({ sheet: `${request.sheet} labels are too small for a shelf price. Choose larger ones.` });
  if (skip >= labelsOnSheet(sheet))
    throw invalid({
      skip: `A sheet of ${request.sheet} has ${labelsOnSheet(sheet)} labels. Leave at least one.`,
    });
  const today = londonDate(now);
  const [company, products, rateOf, chargesVat] = [
    await findCompany(db),
    await findLabelled(
      db,
      items.map(item => item.product_id),
    ),
    await sellingRatesOn(db, today),
    await isVatRegisteredOn(db, today),
  ];
  const labels = items.flatMap(({ product_id, count }) => {
    const product = products.get(product_id);
    if (!product) throw notFound('Product');
    const { incVat } = bothPrices(product.price, product.price_includes_vat, rateOf(product.vat_code));
    const label = labelOf(product, { incVat, chargesVat }, sheet, kind);
    return Array.from({ length: count }, () => label);
  });
  return drawPdf({
    title: 'Product labels',
    author: company.name,
    printedAt: now,
    sheet: inMillimetres(sheet),
    skip,
    labels,
  });
}

type LabelPrice = { readonly incVat: Pence; readonly chargesVat: boolean };

const labelOf = (
  product: Labelled,
  { incVat, chargesVat }: LabelPrice,
  sheet: LabelSheet,
  kind: LabelKind,
): PdfLabel => ({
  name: product.name,
  reference: product.sku,
  price: formatPounds(incVat),
  priceNote: chargesVat ? `${product.unit}, inc. VAT` : product.unit,
  large: kind === 'shelf' ? 'price' : 'bars',
  bars: drawnBars(product, sheet, kind),
});

/** The product's first barcode for one unit, else its SKU; null when neither can be drawn. */
function drawnBars({ barcode, sku, name }: Labelled, sheet: LabelSheet, kind: LabelKind): PdfBars | null {
  const code = barcode ?? sku;
  const bars: Bars | null = barsOf(code);
  if (!bars) return null;
  const module = moduleWidth(bars, sheet, kind);
  // A shelf label is for the price, so it can do without a barcode.
  if (module === null && kind === 'shelf') return null;
  if (module === null)
    throw invalid({ sheet: `The code ${code} of ${name} is too long for this label. Choose larger labels.` });
  const { runs, modules, quietLeft } = bars;
  return { runs, modules, quietLeft, module: module / 100, text: code };
}

const inMillimetres = (sheet: LabelSheet): PdfLabelSheet => ({
  columns: sheet.columns,
  rows: sheet.rows,
  width: sheet.width / 10,
  height: sheet.height / 10,
  left: sheet.left / 10,
  top: sheet.top / 10,
  across: sheet.across / 10,
  padding: labelPadding / 10,
});

async function findLabelled(db: Reader, ids: readonly number[]): Promise<Map<number, Labelled>> {
  const { rows } = await sql<Labelled>`
    select p.id, p.sku, p.name, u.name as unit, p.vat_code, p.price_pence as price, p.price_includes_vat,
      (select code from product_barcodes pb where pb.product_id = p.id and pb.factor = 1 order by pb.id limit 1) as barcode
    from products p join units u on u.id = p.unit_id where p.id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map(row => [row.id, row]));
}
