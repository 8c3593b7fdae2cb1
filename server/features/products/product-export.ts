import { quantityFromText, textFromQuantity } from '#domain/kernel/quantity';
import type { Column } from '../../platform/spreadsheets/column';
import type { ExportedProduct } from './products.queries';

type ExportColumn = Column<ExportedProduct>;

const text = (header: string, width: number, value: (p: ExportedProduct) => string | null): ExportColumn => ({
  header,
  kind: 'text',
  width,
  value,
});
const figure = (
  header: string,
  width: number,
  value: (p: ExportedProduct) => string | null,
): ExportColumn => ({
  header,
  kind: 'quantity',
  width,
  value,
});
const yesOrNo = (value: boolean) => (value ? 'yes' : 'no');
const plain = (quantity: string | null) =>
  quantity === null ? null : textFromQuantity(quantityFromText(quantity));

/** A code that the import would take apart stands in quotation marks. */
const quoted = (code: string) => (/[,;|"]/.test(code) ? `"${code.replaceAll('"', '""')}"` : code);

/** A code for more than one unit states it: "5012345678900, BOX-6 (6)". */
const barcodesText = ({ barcodes }: ExportedProduct) =>
  barcodes
    .map(({ code, factor }) => ({ code: quoted(code), factor: plain(factor) }))
    .map(({ code, factor }) => (factor === '1' ? code : `${code} (${factor})`))
    .join(', ') || null;

/**
 * The export columns of the product list. The headers are those an import matches, so the file can be
 * imported again; stock and its value come from movements, and an import ignores them.
 */
export const productExportColumns = (withCost: boolean): readonly ExportColumn[] => [
  text('SKU', 16, p => p.sku),
  text('Name', 36, p => p.name),
  text('Category', 20, p => p.category?.name ?? null),
  text('Sub-category', 20, p => p.sub_category?.name ?? null),
  text('Brand', 18, p => p.brand?.name ?? null),
  text('Unit', 12, p => p.unit.name),
  text('Buying unit', 12, p => p.buying_unit),
  figure('Buying factor', 12, p => (p.buying_unit === null ? null : plain(p.buying_factor))),
  text('VAT code', 10, p => p.vat_code),
  { header: 'Price', kind: 'money', width: 12, value: p => p.price },
  text('Price includes VAT', 18, p => yesOrNo(p.price_includes_vat)),
  text('Stocked', 10, p => yesOrNo(p.is_stocked)),
  text('Stock policy', 12, p => p.stock_policy),
  figure('Reorder level', 14, p => (p.reorder_level === null ? null : textFromQuantity(p.reorder_level))),
  figure('Reorder quantity', 16, p => plain(p.reorder_quantity)),
  text('Barcodes', 24, barcodesText),
  text('Status', 10, p => p.status),
  text('Notes', 30, p => p.notes),
  figure('Stock', 12, p => textFromQuantity(p.quantity)),
  ...(withCost ? costColumns : []),
];

const costColumns: readonly ExportColumn[] = [
  { header: 'Standard cost', kind: 'unit cost', width: 14, value: p => p.standard_cost ?? null },
  figure('Average cost', 14, p => (p.cost_kind === 'average' ? (p.average_cost ?? null) : null)),
  { header: 'Stock value', kind: 'money', width: 14, value: p => p.stock_value ?? null },
];
