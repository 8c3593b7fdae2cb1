import * as z from 'zod';
import { can } from '../kernel/access';
import { call, done } from '../kernel/call';
import { chosenId, id, idsFilter, recordStatus, requiredText, version } from '../kernel/fields';
import { type Listing, listCalls } from '../kernel/list-query';

/** The columns every master record has (D-02). */
const masterRow = z.object({ id, name: z.string(), status: recordStatus, version });
const subCategoryRow = masterRow.extend({ category_id: id, category: z.object({ id, name: z.string() }) });

/** A unit, and whether its products are counted: then their quantities are whole numbers (decision 205). */
const unitRow = masterRow.extend({ is_whole: z.boolean() });

const masterBody = z.strictObject({
  name: requiredText('Name', 100),
  status: recordStatus.default('active'),
});
const isWhole = z.boolean('Answer true or false.');
const unitBody = masterBody.extend({ is_whole: isWhole.default(false) });
const subCategoryBody = masterBody.extend({
  category_id: chosenId('Choose a category.'),
});

const byName = { by: 'name', order: 'asc' } as const;
const newestFirst = { by: 'id', order: 'desc' } as const;

type MasterSort = 'name' | 'id';
/** The five calls of one master, all under the master data permissions (M-14). */
function masterCalls<Row extends z.ZodType, Body extends z.ZodType, Edit extends z.ZodType>(
  path: `/${string}`,
  words: { one: string; many: string },
  schemas: { row: Row; body: Body; edit: Edit },
  defaultSort: { by: MasterSort; order: 'asc' | 'desc' },
) {
  const listing: Listing<MasterSort, { status: typeof recordStatus; ids: typeof idsFilter }> = {
    sort: ['name', 'id'],
    defaultSort,
    filters: { status: recordStatus, ids: idsFilter },
  };
  const onePath = `${path}/{id}` as '/{id}';
  return {
    ...listCalls(path, {
      summary: `List ${words.many.toLowerCase()}`,
      access: can('view_master'),
      exportAccess: can('view_master', 'export_data'),
      listing,
      row: schemas.row,
    }),
    create: call('POST', path, {
      summary: `Add ${words.one}`,
      access: can('create_master'),
      body: schemas.body,
      reply: schemas.row,
    }),
    update: call('PUT', onePath, {
      summary: `Edit ${words.one}`,
      access: can('edit_master'),
      body: schemas.edit,
      reply: schemas.row,
    }),
    remove: call('DELETE', onePath, {
      summary: `Delete ${words.one}`,
      access: can('delete_master'),
      reply: done,
    }),
  };
}

const edited = { version: version.optional() };
const plain = { row: masterRow, body: masterBody, edit: masterBody.extend(edited) };

/** Default sort orders (M-13): categories newest first, the others by name. */
export const categories = masterCalls(
  '/categories',
  { one: 'a category', many: 'Categories' },
  plain,
  newestFirst,
);
export const subCategories = masterCalls(
  '/sub-categories',
  { one: 'a sub-category', many: 'Sub-categories' },
  { row: subCategoryRow, body: subCategoryBody, edit: subCategoryBody.extend(edited) },
  byName,
);
export const brands = masterCalls('/brands', { one: 'a brand', many: 'Brands' }, plain, byName);
export const units = masterCalls(
  '/units',
  { one: 'a unit', many: 'Units' },
  // A client that does not know the mark leaves it as it is (F83).
  { row: unitRow, body: unitBody, edit: masterBody.extend({ ...edited, is_whole: isWhole.optional() }) },
  byName,
);
export const expenseCategories = masterCalls(
  '/expense-categories',
  { one: 'an expense category', many: 'Expense categories' },
  plain,
  byName,
);

export type PlainMasterCalls = typeof brands;
export type UnitCalls = typeof units;
export type SubCategoryCalls = typeof subCategories;
export type MasterRow = z.output<typeof masterRow>;
export type UnitRow = z.output<typeof unitRow>;
export type SubCategoryRow = z.output<typeof subCategoryRow>;
