import * as z from 'zod';
import { call, done } from '../kernel/call';
import { id, requiredText, version } from '../kernel/fields';
import { storable } from '../kernel/list-query';

/** Raised when the format of the parameters changes. */
export const listViewSchema = 1;
export const maxListViews = 50;

const invalidParams = 'These filters or columns are not valid.';
const list = z
  .string('Choose one of the lists.')
  .regex(/^\/[a-z/-]{1,80}$/, 'Choose one of the lists.')
  .meta({ description: 'The path of the list’s call, such as `/suppliers`.' });

/** Search, filters, sorting, columns and their widths, row height and page size, as in the address of the list. */
const params = z
  .record(
    z.string().regex(/^[a-z_]{1,40}$/, invalidParams),
    storable(z.string(invalidParams).max(1000, invalidParams)),
  )
  .refine(values => Object.keys(values).length <= 30, invalidParams);

const listView = z.object({
  id,
  list: z.string(),
  name: z.string(),
  params: z.record(z.string(), z.string()),
  is_shared: z.boolean(),
  /** Whether the list opens with it for the requesting user. */
  is_default: z.boolean(),
  owner: z.object({ id, name: z.string() }),
  /** True for its owner and for administrators. */
  may_change: z.boolean(),
  version,
});
export type ListView = z.output<typeof listView>;

const name = requiredText('Name', 60);

/** Saved views of lists. Each list is open to those with the permission for it. */
export const listViews = {
  list: call('GET', '/list-views', {
    summary: 'List your saved views of a list and those that others share',
    access: 'signed-in',
    query: z.strictObject({ list }),
    reply: z.object({ data: z.array(listView) }),
  }),
  create: call('POST', '/list-views', {
    summary: 'Save a view of a list',
    access: 'signed-in',
    body: z.strictObject({ list, name, params, is_shared: z.boolean().default(false) }),
    reply: listView,
  }),
  update: call('PUT', '/list-views/{id}', {
    summary: 'Rename or share a saved view, or replace what it shows',
    access: 'signed-in',
    body: z.strictObject({
      name,
      is_shared: z.boolean(),
      params: params.optional(),
      version: version.optional(),
    }),
    reply: listView,
  }),
  remove: call('DELETE', '/list-views/{id}', {
    summary: 'Delete a saved view',
    access: 'signed-in',
    reply: done,
  }),
  setDefault: call('PUT', '/list-views/{id}/default', {
    summary: 'Set or clear the list’s default view',
    access: 'signed-in',
    body: z.strictObject({ is_default: z.boolean() }),
    reply: listView,
    audit: 'none',
  }),
};
