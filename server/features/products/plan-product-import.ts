import { poundsFromPence } from '#domain/kernel/money';
import { textFromQuantity } from '#domain/kernel/quantity';
import { isWholeNumber, notWholeWords } from '#domain/kernel/whole-units';
import { maxBarcodes, type ProductWrite, productWrite } from '#domain/products/product.contract';
import type { NewProduct } from '#domain/settings/new-products.contract';
import {
  type CellError,
  type ImportContext,
  parseValues,
  rejected,
  type RowResult,
  tidyName,
} from '../../kernel/imports';
import { fractionKeepsUnit } from '../../kernel/stock';
import { validateOpening, type Opening, type OpeningState, readOpening } from './import-opening-stock';
import { warningsOf, type ImportedCode } from './import-product-cells';
import type { StoredForImport } from './import-products.queries';
import { type ProductValues, productValuesOf } from './save-product.queries';
import { specialPricesRefuse } from './special-prices';
import { type TrackingRefusal, trackingRefusals } from './stock-tracking';

/** The facts about a row before its outcome is decided. */
export type Candidate = {
  readonly number: number;
  readonly cells: Readonly<Record<string, unknown>>;
  readonly errors: readonly CellError[];
  readonly stored: StoredForImport | undefined;
};

export type Planned = {
  readonly number: number;
  readonly stored: StoredForImport | undefined;
  readonly values: ProductValues;
  readonly newCodes: readonly ImportedCode[];
  readonly opening: Opening | undefined;
};

/** The stored records the rows of a block are compared with. */
export type Surroundings = {
  readonly openings: ReadonlyMap<number, OpeningState>;
  readonly owners: ReadonlyMap<string, { product_id: number; sku: string }>;
  /** The products whose stock tracking cannot change now, and why. */
  readonly tracking: ReadonlyMap<number, TrackingRefusal>;
  /** The products whose price mode cannot change now, and the other prices that prevent it. */
  readonly special: ReadonlyMap<number, string>;
  /** The products with a fraction in stock, among those whose unit changes. */
  readonly fractions: ReadonlySet<number>;
  /** The units that are counted, by id. */
  readonly wholeUnits: ReadonlyMap<number, string>;
  /** What a new product has where its row is blank. */
  readonly defaults: NewProduct;
};

/** The barcodes of a row. */
export const codesOf = ({ cells }: { cells: Readonly<Record<string, unknown>> }): ImportedCode[] =>
  Array.isArray(cells.barcodes) ? (cells.barcodes as ImportedCode[]) : [];

/** The plan for a row: what to write, or its result. */
export function planOf(ctx: ImportContext, candidate: Candidate, around: Surroundings): Planned | RowResult {
  const { number, cells, stored } = candidate;
  const repeated = repeatOf(ctx, candidate);
  if (repeated) return repeated;
  const there = stored && { name: stored.values.name, price: poundsFromPence(stored.values.price_pence) };
  const doubts = warningsOf(cells, ctx.options, there);
  const isArchived = staysArchived(candidate, around);
  const parsed = parseValues(productWrite, bodyOf(ctx, candidate, around, isArchived), idFields);
  const reported = new Set([...candidate.errors, ...doubts].map(({ field }) => field));
  const errors = [
    ...candidate.errors,
    ...doubts,
    ...('errors' in parsed ? parsed.errors.filter(({ field }) => !reported.has(field)) : []),
  ];
  if (errors.length > 0 || 'errors' in parsed) return rejected(number, errors);
  const values = isArchived
    ? { ...valuesFor(parsed.value, stored), status: 'archived' }
    : valuesFor(parsed.value, stored);
  const { opening, errors: openingErrors } = readOpening(cells, {
    isStocked: values.is_stocked,
    standardCost: values.standard_cost,
  });
  const judged = opening && validateOpening(opening, stored && around.openings.get(stored.id));
  const codes = newCodesOf(ctx, candidate, around);
  const late = openingErrorsOf(judged, isArchived);
  const tracking = trackingErrorsOf(values, stored, around);
  const refused = [
    ...openingErrors,
    ...late,
    ...codes.errors,
    ...tracking,
    ...modeErrorsOf(values, stored, around),
    ...unitErrorsOf(values, { stored, opening }, around),
  ];
  if (refused.length > 0) return rejected(number, refused);
  note(ctx, candidate, codes.added);
  return { number, stored, values, newCodes: codes.added, opening: judged === 'new' ? opening : undefined };
}

function openingErrorsOf(
  judged: ReturnType<typeof validateOpening> | undefined,
  isArchived: boolean,
): CellError[] {
  if (judged === 'late')
    return [
      {
        field: 'opening_quantity',
        message: 'This product already has stock. Adjust or count it instead of entering opening stock.',
      },
    ];
  return judged === 'new' && isArchived
    ? [
        {
          field: 'opening_quantity',
          message: 'This product is archived. Enter active under Status, or leave the cell blank.',
        },
      ]
    : [];
}

function trackingErrorsOf(
  { is_stocked }: ProductValues,
  stored: StoredForImport | undefined,
  { tracking }: Surroundings,
): CellError[] {
  const reason = stored && stored.values.is_stocked !== is_stocked ? tracking.get(stored.id) : undefined;
  return reason === undefined ? [] : [{ field: 'is_stocked', message: trackingRefusals[reason] }];
}

function modeErrorsOf(
  { price_includes_vat }: ProductValues,
  stored: StoredForImport | undefined,
  { special }: Surroundings,
): CellError[] {
  if (!stored || stored.values.price_includes_vat === price_includes_vat) return [];
  const words = special.get(stored.id);
  return words === undefined
    ? []
    : [{ field: 'price_includes_vat', message: specialPricesRefuse(words, stored.values) }];
}

/** Neither opening stock nor what is in stock is a fraction of a unit that is counted (decision 205). */
function unitErrorsOf(
  { name, unit_id }: ProductValues,
  {
    stored,
    opening,
  }: { readonly stored: StoredForImport | undefined; readonly opening: Opening | undefined },
  { fractions, wholeUnits }: Surroundings,
): CellError[] {
  const unit = wholeUnits.get(unit_id);
  if (unit === undefined) return [];
  if (stored && fractions.has(stored.id)) return [{ field: 'unit', message: fractionKeepsUnit }];
  return opening && !isWholeNumber(opening.quantity)
    ? [{ field: 'opening_quantity', message: notWholeWords(name, unit, opening.quantity) }]
    : [];
}

const idFields = {
  category_id: 'category',
  sub_category_id: 'sub_category',
  brand_id: 'brand',
  unit_id: 'unit',
  buying_unit_id: 'buying_unit',
};

const notOfTheContract = new Set([
  'category',
  'sub_category',
  'brand',
  'unit',
  'buying_unit',
  'opening_quantity',
  'opening_unit_cost',
]);

/**
 * An archived product stays so unless its row says otherwise: a file of prices does not put it back on sale. One that
 * was archived because its import was undone is available again when it is imported again.
 */
const staysArchived = ({ cells, stored }: Candidate, { openings }: Surroundings): boolean =>
  stored?.values.status === 'archived' &&
  (cells.status === 'archived' || (cells.status === undefined && openings.get(stored.id)?.isUndone !== true));

/** The product as its form would send it: the row's values over the stored ones, or over the defaults of a new one. */
function bodyOf(
  ctx: ImportContext,
  { cells, stored }: Candidate,
  { defaults }: Surroundings,
  isArchived: boolean,
): Record<string, unknown> {
  const own = Object.fromEntries(Object.entries(cells).filter(([field]) => !notOfTheContract.has(field)));
  const barcodes = codesOf({ cells });
  const body = {
    ...(stored ? bodyOfStored(stored, own) : bodyOfNew(ctx, defaults, cells.is_stocked !== false)),
    ...own,
    // The contract knows no archived products.
    ...(isArchived ? { status: 'inactive' } : {}),
    barcodes,
  };
  // A new category drops a sub-category that does not belong to it.
  const moved = stored && own.category_id !== undefined && own.category_id !== stored.values.category_id;
  return moved && own.sub_category_id === undefined ? { ...body, sub_category_id: null } : body;
}

function bodyOfNew(
  { options }: ImportContext,
  { stock_policy, reorder_level, reorder_quantity }: NewProduct,
  isStocked: boolean,
): Record<string, unknown> {
  const reorder = {
    reorder_level: reorder_level === null ? null : textFromQuantity(reorder_level),
    reorder_quantity: reorder_quantity === null ? null : textFromQuantity(reorder_quantity),
  };
  return {
    unit_id: options.default_unit_id,
    vat_code: options.vat_code ?? undefined,
    price_includes_vat: options.price_includes_vat ?? undefined,
    stock_policy,
    ...(isStocked ? reorder : {}),
  };
}

function bodyOfStored(
  { values }: StoredForImport,
  { buying_unit_id: unitId = values.buying_unit_id }: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { price_pence, standard_cost: _cost, status, buying_factor, ...rest } = values;
  return {
    ...rest,
    // It says nothing of what another buying unit holds.
    ...(unitId === values.buying_unit_id ? { buying_factor } : {}),
    price: poundsFromPence(price_pence),
    status: status === 'archived' ? 'active' : status,
  };
}

function valuesFor(body: ProductWrite, stored: StoredForImport | undefined): ProductValues {
  const storedCost = stored?.values.standard_cost ?? null;
  return productValuesOf(body, body.standard_cost === undefined ? storedCost : body.standard_cost);
}

const skuKey = (sku: unknown) => `sku ${tidyName(sku).toLowerCase()}`;

function repeatOf(ctx: ImportContext, { number, cells }: Candidate): RowResult | undefined {
  const firstRow = ctx.seen.get(skuKey(cells.sku));
  return firstRow === undefined
    ? undefined
    : { number, outcome: 'repeated', firstRow, key: tidyName(cells.sku) };
}

function note(ctx: ImportContext, { number, cells }: Candidate, codes: readonly ImportedCode[]): void {
  ctx.seen.set(skuKey(cells.sku), number);
  for (const { code } of codes) ctx.seen.set(`barcode ${code}`, number);
}

/** The barcodes new to the product; those of another product are errors. */
function newCodesOf(ctx: ImportContext, candidate: Candidate, { owners }: Surroundings) {
  const errors: CellError[] = [];
  const added: ImportedCode[] = [];
  const own = new Map(candidate.stored?.barcodes.map(({ code, factor }) => [code, Number(factor)]));
  for (const imported of codesOf(candidate)) {
    const { code, factor } = imported;
    const units = own.get(code);
    if (units !== undefined && factor !== undefined && Number(factor) !== units)
      errors.push({
        field: 'barcodes',
        message: `Barcode ${code} stands for ${units} on this product. Change that on the product page.`,
      });
    if (units !== undefined) continue;
    const owner = owners.get(code);
    const row = ctx.seen.get(`barcode ${code}`);
    const holder = owner ? `product ${owner.sku}` : row === undefined ? undefined : ctx.nameRow(row, 'row');
    if (holder === undefined) added.push(imported);
    else errors.push({ field: 'barcodes', message: `Barcode ${code} already belongs to ${holder}.` });
  }
  // Barcodes are added, never removed: those of the product count as well.
  const count = own.size + added.length;
  if (added.length > 0 && count > maxBarcodes)
    errors.push({
      field: 'barcodes',
      message: `The product would have ${count} barcodes. It can have at most ${maxBarcodes}.`,
    });
  return { added, errors };
}
