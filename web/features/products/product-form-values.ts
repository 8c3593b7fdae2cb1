import type { BodySent } from '#domain/kernel/call';
import { poundsFromPence } from '#domain/kernel/money';
import { textFromQuantity } from '#domain/kernel/quantity';
import { type ProductDetail, products } from '#domain/products/product.contract';
import { typedPounds, typedQuantity, typedUnitCost } from '../../ui/form/typed-figures';
import type { LineRules } from '../../ui/lines/merge-lines';
import type { NewProduct } from '#domain/settings/new-products.contract';

export type BarcodeValues = {
  key: string;
  /** Of a stored barcode: its code, as it is stored. */
  id?: string;
  code: string;
  factor: string;
};

let made = 0;
export const blankBarcode = (): BarcodeValues => ({ key: `barcode-${++made}`, code: '', factor: '1' });

/** How two users' edits of a product's barcodes are merged (F12): each is known by its code. */
export const barcodeRules: LineRules<BarcodeValues> = {
  isSame: (one, other) =>
    one.code.trim() === other.code.trim() && typedQuantity(one.factor) === typedQuantity(other.factor),
  keepMine: mine => mine,
  nameOf: ({ code }) => `Barcode ${code}`,
  valuesOf: ({ code, factor }) => [
    ['Barcode', code],
    ['Units per scan', factor],
  ],
  idOf: ({ code }) => code.trim(),
};

/** The form as entered: all text, blank for no value. */
export type ProductFormValues = {
  sku: string;
  name: string;
  category_id: string;
  sub_category_id: string;
  brand_id: string;
  unit_id: string;
  buying_unit_id: string;
  buying_factor: string;
  vat_code: string;
  price: string;
  price_includes_vat: boolean;
  /** Absent without `view_cost`. */
  standard_cost?: string;
  is_stocked: boolean;
  stock_policy: string;
  reorder_level: string;
  reorder_quantity: string;
  notes: string;
  status: string;
  barcodes: BarcodeValues[];
  version?: number;
};

const blank: ProductFormValues = {
  sku: '',
  name: '',
  category_id: '',
  sub_category_id: '',
  brand_id: '',
  unit_id: '',
  buying_unit_id: '',
  buying_factor: '',
  vat_code: 'S',
  price: '',
  price_includes_vat: true,
  is_stocked: true,
  stock_policy: 'block',
  reorder_level: '',
  reorder_quantity: '',
  notes: '',
  status: 'active',
  barcodes: [],
};

const idText = (row: { id: number } | null) => (row ? String(row.id) : '');
const quantityText = (quantity: number | null) => (quantity === null ? '' : textFromQuantity(quantity));

/** The form values of a product, or the defaults of a new one. */
export function formValuesOf(product: ProductDetail | NewProduct, withCost: boolean): ProductFormValues {
  if (!('id' in product))
    return {
      ...blank,
      ...product,
      unit_id: product.unit_id === null ? '' : String(product.unit_id),
      reorder_level: quantityText(product.reorder_level),
      reorder_quantity: quantityText(product.reorder_quantity),
      ...(withCost ? { standard_cost: '' } : {}),
    };
  return {
    sku: product.sku,
    name: product.name,
    category_id: idText(product.category),
    sub_category_id: idText(product.sub_category),
    brand_id: idText(product.brand),
    unit_id: idText(product.unit),
    buying_unit_id: idText(product.buying_unit),
    buying_factor: product.buying_unit ? textFromQuantity(product.buying_factor) : '',
    vat_code: product.vat_code,
    price: poundsFromPence(product.price),
    price_includes_vat: product.price_includes_vat,
    ...(withCost ? { standard_cost: product.standard_cost ?? '' } : {}),
    is_stocked: product.is_stocked,
    stock_policy: product.stock_policy,
    reorder_level: quantityText(product.reorder_level),
    reorder_quantity: quantityText(product.reorder_quantity),
    notes: product.notes ?? '',
    status: product.status === 'inactive' ? 'inactive' : 'active',
    barcodes: product.barcodes.map(({ code, factor }) => ({
      ...blankBarcode(),
      id: code,
      code,
      factor: textFromQuantity(factor),
    })),
    version: product.version,
  };
}

const idOf = (text: string) => (text === '' ? null : Number(text));
const quantityOf = (text: string) => (text.trim() === '' ? null : typedQuantity(text));

// Only at the end: a blank line in between is refused in place.
const withoutBlankEnd = (barcodes: readonly BarcodeValues[]) =>
  barcodes.slice(0, barcodes.findLastIndex(({ code }) => code.trim() !== '') + 1);

/** The request body for the form. */
export function bodyOf(values: ProductFormValues): BodySent<typeof products.update> {
  const { standard_cost } = values;
  const body = {
    ...values,
    category_id: idOf(values.category_id),
    sub_category_id: idOf(values.sub_category_id),
    brand_id: idOf(values.brand_id),
    unit_id: idOf(values.unit_id),
    buying_unit_id: idOf(values.buying_unit_id),
    buying_factor: values.buying_unit_id === '' ? undefined : (quantityOf(values.buying_factor) ?? ''),
    price: typedPounds(values.price),
    standard_cost:
      standard_cost === undefined
        ? undefined
        : standard_cost.trim() === ''
          ? null
          : typedUnitCost(standard_cost),
    reorder_level: quantityOf(values.reorder_level),
    reorder_quantity: quantityOf(values.reorder_quantity),
    barcodes: withoutBlankEnd(values.barcodes).map(({ code, factor }) => ({
      code,
      factor: quantityOf(factor) ?? '1',
    })),
  };
  return body as BodySent<typeof products.update>;
}
