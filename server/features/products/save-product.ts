import * as z from 'zod';
import { type ProductDetail, type ProductWrite, products } from '#domain/products/product.contract';
import { recordAudit, recordEdit } from '../../kernel/audit';
import { findWholeUnits, findWithFractions, fractionKeepsUnit } from '../../kernel/stock';
import { violatedConstraint } from '../../platform/database/database-errors';
import type { WriteContext } from '../../platform/http/context';
import { ensureCurrent } from '../../platform/http/ensure-current';
import { forbidden, invalid } from '../../platform/http/refusal';
import { getProduct } from './get-product';
import { lockProduct, type StoredDetail } from './product-detail.queries';
import { canSeeCost } from './product-reply';
import { findSpecialPricesOf, specialPricesRefuse } from './special-prices';
import { trackingRefusals } from './stock-tracking';
import {
  insertPriceChange,
  insertProduct,
  isOtherPrice,
  type ProductValues,
  productValuesOf,
  replaceBarcodes,
  updateProduct,
} from './save-product.queries';

/** Adds a product. 422 by field: SKU or barcode taken, or a category, brand or unit that does not exist. */
export async function createProduct(ctx: WriteContext, body: ProductWrite): Promise<ProductDetail> {
  ensureCanSetCost(ctx, body);
  ensureDistinctBarcodes(body);
  const values = productValuesOf(body, body.standard_cost ?? null);
  const id = await withFieldErrors(() => insertProduct(ctx, values));
  await withFieldErrors(() => saveBarcodes(ctx, id, body));
  await insertPriceChange(ctx, id, values);
  recordAudit(ctx, {
    action: 'created',
    recordType: 'product',
    recordId: id,
    recordName: body.name,
    after: auditOf(values, body),
  });
  return getProduct(ctx.tx, id, ctx);
}

/** Edits a product. 404 when it is gone, 409 with the current values when someone else changed it. */
export async function editProduct(
  ctx: WriteContext,
  id: number,
  body: ProductWrite & { readonly version?: number | undefined },
): Promise<ProductDetail> {
  ensureCanSetCost(ctx, body);
  ensureDistinctBarcodes(body);
  const before = await currentProduct(ctx, id, body.version);
  const storedCost = body.standard_cost === undefined ? before.standard_cost : body.standard_cost;
  const values = {
    ...productValuesOf(body, storedCost),
    ...(before.status === 'archived' ? { status: 'archived' } : {}),
  };
  await ensureModeFits(ctx, before, values);
  await ensureUnitFits(ctx, before, values);
  await withFieldErrors(() => updateProduct(ctx, id, values));
  await withFieldErrors(() => saveBarcodes(ctx, id, body));
  if (isOtherPrice(before, values)) await insertPriceChange(ctx, id, values);
  recordEdit(ctx, { type: 'product', id, name: values.name }, auditOfStored(before), auditOf(values, body));
  return getProduct(ctx.tx, id, ctx);
}

/** The current product, locked; a 409 sends it as far as this user can see it. */
async function currentProduct(
  ctx: WriteContext,
  id: number,
  version: number | undefined,
): Promise<StoredDetail> {
  const stored = await lockProduct(ctx.tx, id);
  if (stored && version !== undefined && version !== stored.version) {
    // A refusal is sent unencoded, so its amounts are put in wire format here.
    ensureCurrent(z.encode(products.update.reply, await getProduct(ctx.tx, id, ctx)), version, 'Product');
  }
  return ensureCurrent(stored, version, 'Product');
}

function ensureCanSetCost(ctx: WriteContext, body: ProductWrite): void {
  if (body.standard_cost != null && !canSeeCost(ctx.actor))
    throw forbidden('You do not have permission to see or set product costs.');
}

/** Prices of groups, quantities and promotions would silently become other prices (rule V9). */
async function ensureModeFits(ctx: WriteContext, before: StoredDetail, next: ProductValues): Promise<void> {
  const special = await findSpecialPricesOf(ctx.tx, ctx.now, [
    { stored: { id: before.id, values: before }, next },
  ]);
  const words = special.get(before.id);
  if (words !== undefined) throw invalid({ price_includes_vat: specialPricesRefuse(words, before) });
}

/** Stock with a fraction does not become stock of a unit that is counted (decision 205). */
async function ensureUnitFits(
  { tx }: WriteContext,
  before: StoredDetail,
  next: ProductValues,
): Promise<void> {
  if (before.unit.id === next.unit_id || !(await findWithFractions(tx, [before.id])).has(before.id)) return;
  const whole = await findWholeUnits(tx);
  if (whole.some(({ id }) => id === next.unit_id)) throw invalid({ unit_id: fractionKeepsUnit });
}

function ensureDistinctBarcodes({ barcodes }: ProductWrite): void {
  const seen = new Set<string>();
  barcodes.forEach(({ code }, index) => {
    if (seen.has(code))
      throw invalid({ [`barcodes.${index}.code`]: `Barcode ${code} is listed twice. Remove one.` });
    seen.add(code);
  });
}

async function saveBarcodes(ctx: WriteContext, id: number, body: ProductWrite): Promise<void> {
  const taken = await replaceBarcodes(ctx.tx, id, body.barcodes);
  if (!taken) return;
  const index = body.barcodes.findIndex(({ code }) => code === taken.code);
  throw invalid({
    [`barcodes.${index}.code`]: `Barcode ${taken.code} already belongs to product ${taken.sku}.`,
  });
}

const fieldOfConstraint: Readonly<Record<string, readonly [string, string]>> = {
  products_sku_is_taken: ['sku', 'Another product already has this SKU. Choose another.'],
  products_category_exists: ['category_id', 'This category no longer exists. Choose another.'],
  products_sub_category_is_of_the_category: [
    'sub_category_id',
    'Choose a sub-category of the chosen category.',
  ],
  products_sub_category_has_a_category: [
    'category_id',
    'Choose the category that the sub-category belongs to.',
  ],
  products_brand_exists: ['brand_id', 'This brand no longer exists. Choose another.'],
  products_unit_exists: ['unit_id', 'This unit no longer exists. Choose another.'],
  products_buying_unit_exists: ['buying_unit_id', 'This unit no longer exists. Choose another.'],
  // Another product took the barcode between the check and the write.
  product_barcodes_code_is_taken: [
    'barcodes',
    'Another product has just taken one of these barcodes. Save again to see which.',
  ],
  products_with_stock_stay_tracked: ['is_stocked', trackingRefusals.stock],
  products_with_unbilled_goods_stay_as_they_are: ['is_stocked', trackingRefusals.unbilled],
  // They were entered between the check and the write.
  products_with_special_prices_keep_their_mode: [
    'price_includes_vat',
    'This product has prices of groups, for quantities or of a promotion. Remove them before you change this.',
  ],
  stock_pools_stay_above_zero: [
    'stock_policy',
    'Stock is below zero. Receive or count it before you block this.',
  ],
};

/** A database refusal as an error of the field concerned. */
async function withFieldErrors<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    const [field, message] = fieldOfConstraint[violatedConstraint(error) ?? ''] ?? [];
    if (field === undefined || message === undefined) throw error;
    throw invalid({ [field]: message });
  }
}

const auditOf = (values: ProductValues, { barcodes }: ProductWrite) => ({
  ...values,
  barcodes: barcodes.map(({ code }) => code),
});

const auditOfStored = (product: StoredDetail) => ({
  sku: product.sku,
  name: product.name,
  category_id: product.category?.id ?? null,
  sub_category_id: product.sub_category?.id ?? null,
  brand_id: product.brand?.id ?? null,
  unit_id: product.unit.id,
  buying_unit_id: product.buying_unit?.id ?? null,
  buying_factor: String(Number(product.buying_factor)),
  vat_code: product.vat_code,
  price_pence: product.price_pence,
  price_includes_vat: product.price_includes_vat,
  standard_cost: product.standard_cost,
  is_stocked: product.is_stocked,
  stock_policy: product.stock_policy,
  reorder_level: product.reorder_level === null ? null : String(Number(product.reorder_level)),
  reorder_quantity: product.reorder_quantity === null ? null : String(Number(product.reorder_quantity)),
  notes: product.notes,
  status: product.status,
  barcodes: product.barcodes.map(({ code }) => code),
});
