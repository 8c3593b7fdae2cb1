import { textFromQuantity } from '#domain/kernel/quantity';
import {
  changesOf,
  type ImportContext,
  type ImportedRow,
  type Importer,
  rejected,
  type RowResult,
  tidyName,
} from '../../kernel/imports';
import { findNewProducts } from '../../kernel/company';
import { findWholeUnits, findWithFractions } from '../../kernel/stock';
import { withReservedIds } from '../../platform/database/reserve-ids';
import { resolveChoices } from './import-choices';
import { enterOpenings, findOpenings, postOpenings, unpostOpenings } from './import-opening-stock';
import { readCells } from './import-product-cells';
import {
  findBarcodeOwners,
  findBySku,
  insertBarcodes,
  insertPrices,
  insertProducts,
  type StoredForImport,
  updateProducts,
} from './import-products.queries';
import { type Candidate, codesOf, type Planned, planOf, type Surroundings } from './plan-product-import';
import { isOtherPrice } from './save-product.queries';
import { findSpecialPricesOf } from './special-prices';
import { findTrackingRefusals } from './stock-tracking';
import { countArchived, undoProducts } from './undo-product-import';

/** Imports products from a file, matched by SKU, with their opening stock. */
export const productImporter: Importer = {
  recordType: 'product',
  importRows: importProducts,
  undoRows: undoProducts,
  archivedByUndo: countArchived,
  finish: postOpenings,
  undoFinish: unpostOpenings,
};

async function importProducts(ctx: ImportContext, rows: readonly ImportedRow[]): Promise<RowResult[]> {
  const candidates = await findCandidates(ctx, rows);
  const around: Surroundings = {
    openings: await findOpenings(
      ctx.tx,
      candidates.flatMap(({ stored }) => (stored ? [stored.id] : [])),
    ),
    tracking: await findTrackingRefusals(
      ctx.tx,
      candidates.flatMap(({ stored, cells }) =>
        stored && cells.is_stocked !== undefined && cells.is_stocked !== stored.values.is_stocked
          ? [stored.id]
          : [],
      ),
    ),
    special: await findSpecialPricesOf(
      ctx.tx,
      ctx.now,
      candidates.flatMap(({ stored, cells }) =>
        stored && typeof cells.price_includes_vat === 'boolean'
          ? [{ stored, next: { price_includes_vat: cells.price_includes_vat } }]
          : [],
      ),
    ),
    fractions: await findWithFractions(
      ctx.tx,
      candidates.flatMap(({ stored, cells }) =>
        stored && cells.unit_id !== undefined && cells.unit_id !== stored.values.unit_id ? [stored.id] : [],
      ),
    ),
    wholeUnits: new Map((await findWholeUnits(ctx.tx)).map(({ id, name }) => [id, name])),
    defaults: (await findNewProducts(ctx.tx)).value,
    owners: await findBarcodeOwners(
      ctx.tx,
      candidates.flatMap(codesOf).map(({ code }) => code),
    ),
  };
  const results: RowResult[] = [];
  const planned: Planned[] = [];
  for (const candidate of candidates) {
    const plan = planOf(ctx, candidate, around);
    if ('outcome' in plan) results.push(plan);
    else planned.push(plan);
  }
  return [...results, ...(await carryOut(ctx, planned))];
}

async function findCandidates(ctx: ImportContext, rows: readonly ImportedRow[]): Promise<Candidate[]> {
  const read = rows.map(row => ({ number: row.number, ...readCells(row) }));
  const stored = await findBySku(
    ctx.tx,
    read.map(({ number, cells }) => ({ key: number, sku: tidyName(cells.sku) })),
  );
  const choices = await resolveChoices(
    ctx,
    read.map(({ cells }) => cells),
    index => stored.get(read[index]?.number ?? 0)?.values.category_id,
  );
  return read.map(({ number, cells, errors }, index) => ({
    number,
    stored: stored.get(number),
    cells: { ...cells, ...choices[index]?.ids },
    errors: [...errors, ...(choices[index]?.errors ?? [])],
  }));
}

async function carryOut(ctx: ImportContext, planned: readonly Planned[]): Promise<RowResult[]> {
  const results: RowResult[] = [];
  const changed: (Planned & { id: number; changes: NonNullable<ReturnType<typeof changesOf>> })[] = [];
  const added = await withReservedIds(
    ctx.tx,
    'products',
    planned.filter(({ stored }) => !stored),
  );
  for (const plan of planned) {
    const { stored, number } = plan;
    if (!stored) continue;
    const changes = changesOf(factsOfStored(stored), factsOf(plan));
    if (!changes) results.push({ number, outcome: 'unchanged' });
    else if (ctx.canEdit) changed.push({ ...plan, id: stored.id, changes });
    else results.push(rejected(number, [noRightToEdit]));
  }
  const all = [...added, ...changed];
  await insertProducts(ctx, added);
  await updateProducts(ctx, changed);
  await insertPrices(
    ctx,
    all.filter(({ stored, values }) => !stored || isOtherPrice(stored.values, values)).map(({ id }) => id),
  );
  await insertBarcodes(
    ctx.tx,
    changed
      .filter(({ newCodes }) => newCodes.length > 0)
      .map(({ id, newCodes }) => ({ id, codes: newCodes })),
  );
  await enterOpenings(
    ctx,
    all.flatMap(({ id, number, opening }) => (opening ? [{ productId: id, line: number, opening }] : [])),
  );
  for (const plan of added)
    results.push({
      number: plan.number,
      outcome: 'new',
      record: { id: plan.id, version: 1, name: plan.values.name, before: null, after: factsOf(plan) },
    });
  for (const { number, id, stored, values, changes } of changed)
    results.push({
      number,
      outcome: 'changed',
      record: { id, version: (stored?.version ?? 0) + 1, name: values.name, ...changes },
    });
  return results;
}

const noRightToEdit = {
  field: 'sku',
  message: 'This product already exists with different values, and you do not have permission to change it.',
};

/** The values of a product kept by the audit log and for undo. */
const factsOfStored = ({ values, barcodes }: StoredForImport) => ({
  ...values,
  barcodes: barcodes.map(({ code }) => code),
});

const factsOf = ({ values, stored, newCodes, opening }: Planned) => ({
  ...values,
  barcodes: [...(stored?.barcodes.map(({ code }) => code) ?? []), ...newCodes.map(({ code }) => code)],
  ...(opening ? { opening_quantity: textFromQuantity(opening.quantity) } : {}),
});
