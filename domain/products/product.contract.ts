import * as z from 'zod';
import { can, canAny } from '../kernel/access';
import { call, done } from '../kernel/call';
import { instant } from '../kernel/dates';
import { id, idsFilter, idText, optionalLongText, requiredText, version } from '../kernel/fields';
import { listCalls, severalIds, severalOf } from '../kernel/list-query';
import { enteredMoney, money } from '../kernel/money';
import { positiveQuantity, quantity, quantityFromZero, wholeUnits } from '../kernel/quantity';
import { percentage } from '../kernel/percent';
import { enteredUnitCost, unitCost } from '../kernel/unit-cost';
import { vatCode } from '../kernel/vat';
import { barcodeWrite } from './barcode';
import { costKind, productStatus, stockPolicy, stockState } from './product.status';

const named = z.object({ id, name: z.string() });
const percent = z.string().meta({ description: 'A percentage as a decimal string with two decimals.' });

/** The fields sent only with `view_cost`; the keys are absent for other users. */
const costFields = {
  /** The unit cost in pounds with four decimals; null when not known. It is an average only where `cost_kind` says so. */
  average_cost: z.string().nullable().optional(),
  cost_kind: costKind.nullable().optional(),
  stock_value: money.optional(),
  margin_percent: percent.nullable().optional(),
};

const productFields = {
  id,
  sku: z.string(),
  name: z.string(),
  category: named.nullable(),
  sub_category: named.nullable(),
  brand: named.nullable(),
  unit: named,
  vat_code: vatCode,
  price: money,
  price_includes_vat: z.boolean(),
  price_inc_vat: money,
  price_ex_vat: money,
  quantity,
  stock_state: stockState,
  reorder_level: quantity.nullable(),
  status: productStatus,
  version,
  created_at: instant,
  updated_at: instant,
};

const productRow = z.object({ ...productFields, ...costFields });

const productDetail = productRow.extend({
  buying_unit: named.nullable(),
  buying_factor: quantity,
  reorder_quantity: quantity.nullable(),
  stock_policy: stockPolicy,
  is_stocked: z.boolean(),
  notes: z.string().nullable(),
  vat_percent: percent,
  standard_cost: unitCost.nullable().optional(),
  barcodes: z.array(z.object({ id, code: z.string(), factor: quantity })),
  images: z.array(z.object({ id, width: z.int(), height: z.int() })),
  /** How many there are; the latest are listed. */
  price_changes_total: z.int(),
  price_changes: z.array(
    z.object({
      /** Null when the price of a group or quantity break was removed. */
      price: money.nullable(),
      price_includes_vat: z.boolean(),
      vat_code: vatCode,
      /** The price group; with neither group nor quantity it is the list price. */
      price_group: z.string().nullable(),
      from_quantity: quantity.nullable(),
      changed_by: z.string(),
      changed_at: instant,
    }),
  ),
  can: z.object({ delete: z.boolean() }),
});

/** A product as found by forms and tills. */
const productChoice = z.object({
  id,
  sku: z.string(),
  name: z.string(),
  unit: z.string(),
  buying_unit: z.string().nullable(),
  buying_factor: quantity,
  vat_code: vatCode,
  price: money,
  price_includes_vat: z.boolean(),
  status: productStatus,
  quantity,
  /** Whether its cost is known; if not, found stock needs a cost (rule I7). */
  is_cost_known: z.boolean(),
  /** How many units the scanned code stands for; 1 when it was not found by barcode. */
  scanned_factor: quantity,
  /** The supplier’s code by which it was found, else that of the supplier of the query. */
  supplier_code: z.string().nullable(),
  /** Whether the text is a complete barcode, a SKU, or a code of that supplier for this product alone, not part of the name. */
  is_exact: z.boolean(),
  /** The price agreed with the supplier of the query for one buying unit, else the last one paid to it; only with `view_cost`. */
  last_cost: unitCost.nullable().optional(),
  /** The same before the discount of its line, and that discount if it was a percentage, as an order proposes them. */
  last_price: unitCost.nullable().optional(),
  last_discount_percent: percentage.nullable().optional(),
});

export const choice = (label: string) => z.int(`Choose a ${label}.`).positive(`Choose a ${label}.`);
const price = enteredMoney.refine(pence => pence >= 0, 'Enter a price of zero or more.');

/** The longest SKU. */
export const maxSku = 60;
export const maxBarcodes = 30;

const writeShape = {
  sku: requiredText('SKU', maxSku),
  name: requiredText('Name', 200),
  category_id: choice('category').nullish(),
  sub_category_id: choice('sub-category').nullish(),
  brand_id: choice('brand').nullish(),
  unit_id: choice('unit'),
  buying_unit_id: choice('buying unit').nullish(),
  buying_factor: positiveQuantity.optional(),
  vat_code: vatCode.default('S'),
  price,
  price_includes_vat: z.boolean().default(true),
  /** When omitted, unchanged; only users with `view_cost` can set it. */
  standard_cost: enteredUnitCost('Enter a cost of zero or more.').nullish(),
  is_stocked: z.boolean().default(true),
  stock_policy: stockPolicy.default('block'),
  reorder_level: quantityFromZero.nullish(),
  reorder_quantity: positiveQuantity.nullish(),
  notes: optionalLongText('Notes', 4000),
  status: z.enum(['active', 'inactive'], 'Choose Active or Inactive.').default('active'),
  barcodes: z
    .array(barcodeWrite)
    .max(maxBarcodes, `A product can have at most ${maxBarcodes} barcodes.`)
    .default([]),
};

/** Goods are ordered and received by the buying unit, so it needs its number of units, and that number needs it. */
function refuseHalfBuyingUnit(
  product: {
    readonly buying_unit_id?: number | null | undefined;
    readonly buying_factor?: number | undefined;
  },
  context: z.RefinementCtx,
): void {
  const { buying_unit_id: unitId, buying_factor: factor } = product;
  if (unitId != null && factor === undefined)
    context.addIssue({
      code: 'custom',
      path: ['buying_factor'],
      message: 'Enter how many selling units one buying unit holds.',
    });
  if (unitId == null && factor !== undefined && factor !== wholeUnits(1))
    context.addIssue({
      code: 'custom',
      path: ['buying_unit_id'],
      message: 'Choose the buying unit that holds so many selling units.',
    });
}

export const productWrite = z.strictObject(writeShape).superRefine(refuseHalfBuyingUnit);

export const products = {
  ...listCalls('/products', {
    summary: 'List products',
    access: can('view_product'),
    exportAccess: can('view_product', 'export_data'),
    listing: {
      sort: ['name', 'sku', 'price', 'created_at'],
      defaultSort: { by: 'name', order: 'asc' },
      filters: {
        status: severalOf(productStatus),
        category_id: severalIds('categories'),
        sub_category_id: severalIds('sub-categories'),
        brand_id: severalIds('brands'),
        stock_state: severalOf(stockState),
        ids: idsFilter,
      },
    },
    row: productRow,
  }),
  search: call('GET', '/products/search', {
    summary: 'Search products by name, SKU, barcode or supplier’s code',
    access: canAny(
      'view_product',
      'create_purchaseorder',
      'edit_purchaseorder',
      'receive_purchaseorder',
      'adjust_stock',
      'view_pos',
    ),
    query: z.strictObject({
      text: z.string().max(200, 'Search for at most 200 characters.'),
      supplier_id: idText.optional(),
      /**
       * Inactive products as well: goods to receive, count or adjust may have been taken off the list since. Archived ones too,
       * or only those that still have stock.
       */
      status: z
        .enum(['any', 'adjustable'], 'Choose any or adjustable. Without it, active products are found.')
        .optional(),
    }),
    reply: z.object({ data: z.array(productChoice) }),
  }),
  get: call('GET', '/products/{id}', {
    summary: 'Show a product',
    access: canAny('view_product', 'edit_product'),
    reply: productDetail,
  }),
  create: call('POST', '/products', {
    summary: 'Add a product',
    access: can('create_product'),
    body: productWrite,
    reply: productDetail,
  }),
  update: call('PUT', '/products/{id}', {
    summary: 'Edit a product',
    access: can('edit_product'),
    body: z.strictObject({ ...writeShape, version: version.optional() }).superRefine(refuseHalfBuyingUnit),
    reply: productDetail,
  }),
  duplicate: call('POST', '/products/{id}/duplicate', {
    summary: 'Duplicate a product with a new SKU and no barcodes',
    access: can('create_product'),
    reply: productDetail,
  }),
  archive: call('POST', '/products/{id}/archive', {
    summary: 'Archive or restore a product',
    access: can('edit_product'),
    body: z.strictObject({ archived: z.boolean() }),
    reply: productDetail,
  }),
  remove: call('DELETE', '/products/{id}', {
    summary: 'Delete an unused product',
    access: can('delete_product'),
    reply: done,
  }),
};

export type ProductRow = z.output<typeof productRow>;
export type ProductDetail = z.output<typeof productDetail>;
export type ProductChoice = z.output<typeof productChoice>;
export type ProductWrite = z.output<typeof productWrite>;
