import { hasPermission } from '#domain/kernel/access';
import { type CellError, type ImportContext, tidyName } from '../../kernel/imports';
import { recordAudit } from '../../kernel/audit';
import { findMasterIds, findSubCategoryIds, masterImporters } from '../masters';

type Cells = Readonly<Record<string, unknown>>;
type Table = 'categories' | 'brands' | 'units';

/** The fields that name a master record, with the contract field that takes its id. */
const choices = [
  { field: 'category', idField: 'category_id', table: 'categories', one: 'category' },
  { field: 'brand', idField: 'brand_id', table: 'brands', one: 'brand' },
  { field: 'unit', idField: 'unit_id', table: 'units', one: 'unit' },
  { field: 'buying_unit', idField: 'buying_unit_id', table: 'units', one: 'unit' },
] as const satisfies readonly { field: string; idField: string; table: Table; one: string }[];

/** The ids of the master records that rows name, in row order; a name that does not exist is an error. */
export async function resolveChoices(
  ctx: ImportContext,
  rows: readonly Cells[],
  categoryOf: (index: number) => number | null | undefined,
): Promise<{ ids: Record<string, number>; errors: CellError[] }[]> {
  const idsByName = new Map<Table, Map<string, number>>();
  for (const table of ['categories', 'brands', 'units'] as const)
    idsByName.set(table, await findOrAdd(ctx, table, namesIn(rows, table)));
  const resolved = rows.map(cells => {
    const ids: Record<string, number> = {};
    const errors: CellError[] = [];
    for (const { field, idField, table, one } of choices) {
      const name = tidyName(cells[field]);
      if (name === '') continue;
      const id = idsByName.get(table)?.get(name);
      if (id === undefined) errors.push({ field, message: missing(one, name) });
      else ids[idField] = id;
    }
    return { ids, errors };
  });
  await addSubCategories(ctx, rows, resolved, categoryOf);
  return resolved;
}

const missing = (one: string, name: string) =>
  `There is no ${one} called “${name}”. Add it first, or let the import add what is missing.`;

const namesIn = (rows: readonly Cells[], table: Table): string[] =>
  choices
    .filter(choice => choice.table === table)
    .flatMap(({ field }) => rows.map(cells => tidyName(cells[field])).filter(name => name !== ''));

async function findOrAdd(
  ctx: ImportContext,
  table: Table,
  names: readonly string[],
): Promise<Map<string, number>> {
  const found = await findMasterIds(ctx.tx, table, names);
  const absent = [...new Set(names)].filter(name => !found.has(name));
  if (absent.length === 0 || !canAddMasters(ctx)) return found;
  await addMasters(
    ctx,
    table,
    absent.map(name => ({ name })),
  );
  return findMasterIds(ctx.tx, table, names);
}

const canAddMasters = ({ options, actor }: ImportContext) =>
  options.add_masters && hasPermission(actor, 'create_master');

/** Adds missing master records as their own import would; names the contract refuses stay missing. */
async function addMasters(
  ctx: ImportContext,
  kind: Table | 'sub_categories',
  values: readonly Record<string, string>[],
): Promise<void> {
  const importer = masterImporters[kind];
  const results = await importer.importRows(
    { ...ctx, seen: new Map(), names: new Map() },
    values.map((row, number) => ({ number, values: row })),
  );
  for (const result of results)
    if (result.outcome === 'new')
      recordAudit(ctx, {
        action: 'created',
        recordType: importer.recordType,
        recordId: result.record.id,
        recordName: result.record.name,
        after: result.record.after,
      });
}

/** Sub-categories are matched within the category of the row, or of the stored product. */
async function addSubCategories(
  ctx: ImportContext,
  rows: readonly Cells[],
  resolved: readonly { ids: Record<string, number>; errors: CellError[] }[],
  categoryOf: (index: number) => number | null | undefined,
): Promise<void> {
  const requested = rows.flatMap((cells, index) => {
    const name = tidyName(cells.sub_category);
    const categoryId = resolved[index]?.ids.category_id ?? categoryOf(index) ?? undefined;
    return name === '' ? [] : [{ index, name, category_id: categoryId, category: tidyName(cells.category) }];
  });
  const placed = requested.filter(({ category_id }) => category_id !== undefined) as {
    index: number;
    name: string;
    category_id: number;
    category: string;
  }[];
  let found = await findSubCategoryIds(ctx.tx, placed);
  const absent = placed.filter(({ index, category }) => !found.has(index) && category !== '');
  if (absent.length > 0 && canAddMasters(ctx)) {
    await addMasters(
      ctx,
      'sub_categories',
      absent.map(({ name, category }) => ({ name, category })),
    );
    found = await findSubCategoryIds(ctx.tx, placed);
  }
  for (const { index, name, category_id } of requested) {
    const row = resolved[index];
    const id = found.get(index);
    if (id !== undefined && row) row.ids.sub_category_id = id;
    else
      row?.errors.push({
        field: 'sub_category',
        message:
          category_id === undefined
            ? 'Enter the category of this sub-category as well.'
            : `There is no sub-category called “${name}” in this category. Add it first, or let the import add what is missing.`,
      });
  }
}
