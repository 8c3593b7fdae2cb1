import * as z from 'zod';
import { call, closedToTokens, done } from '../kernel/call';
import { instant } from '../kernel/dates';
import { id } from '../kernel/fields';
import { storable } from '../kernel/list-query';

const exportState = z.enum(['running', 'done', 'failed']);
export type ExportState = z.infer<typeof exportState>;
export const exportStateNames: Readonly<Record<ExportState, string>> = {
  running: 'Running',
  done: 'Ready',
  failed: 'Failed',
};

/** How long a file can be downloaded after it was finished. */
export const exportKeptHours = 24;
/** What one user can have running at the same time. */
export const maxRunningExports = 3;

const unknownFile = 'Choose an export or a PDF of a list, a report or a document.';
const unknownQuery = 'These filters are not valid.';

const exportFile = z.object({
  id,
  /** Null until the file is made. */
  file_name: z.string().nullable(),
  path: z.string(),
  state: exportState,
  /** Rows written so far, or in the file; null for a PDF. */
  row_count: z.int().nullable(),
  bytes: z.int(),
  sha256: z.string().nullable(),
  problem: z.string().nullable(),
  created_at: instant,
  finished_at: instant.nullable(),
  expires_at: instant.nullable(),
});
export type ExportFile = z.output<typeof exportFile>;

/**
 * Exports and papers that take long, made in the background (finding F64). API tokens export directly: the file is made
 * with all permissions of the user.
 */
export const exportFiles = closedToTokens({
  list: call('GET', '/exports', {
    summary: 'List your exports of the last day',
    access: 'signed-in',
    reply: z.object({ data: z.array(exportFile) }),
  }),
  create: call('POST', '/exports', {
    summary: 'Export a list, a report or a document in the background',
    access: 'signed-in',
    body: z.strictObject({
      path: z
        .string(unknownFile)
        .max(120, unknownFile)
        .regex(/^(?:\/[a-z0-9-]+){2,8}$/, unknownFile)
        .meta({ description: 'The path of the export or PDF, such as `/suppliers/export`.' }),
      query: z
        .record(
          z.string().regex(/^[a-z_]{1,40}$/, unknownQuery),
          storable(z.string(unknownQuery).max(1000, unknownQuery)),
        )
        .refine(values => Object.keys(values).length <= 40, unknownQuery)
        .default({}),
    }),
    reply: exportFile,
    audit: 'none',
    perMinute: 20,
  }),
  get: call('GET', '/exports/{id}', {
    summary: 'Show the progress of an export',
    access: 'signed-in',
    reply: exportFile,
  }),
  file: call('GET', '/exports/{id}/file', {
    summary: 'Download an exported file, or the rest of it with a Range header',
    access: 'signed-in',
    reply: z.unknown(),
    replyKind: 'file',
  }),
  remove: call('DELETE', '/exports/{id}', {
    summary: 'Stop or delete an export',
    access: 'signed-in',
    reply: done,
    audit: 'none',
  }),
});
