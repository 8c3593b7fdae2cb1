import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate, instant } from '../kernel/dates';
import { id, idFilter } from '../kernel/fields';
import { listCalls, severalCodes, severalIds } from '../kernel/list-query';

/** An audit entry: who, when, what, and the record before and after. */
export const auditEntry = z.object({
  id,
  at: instant,
  actor: z.string(),
  actor_id: id.nullable(),
  action: z.string(),
  record_type: z.string(),
  record_id: id.nullable(),
  record_name: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  /** The same in words. */
  changes: z.array(
    z.object({
      label: z.string(),
      before: z.string().nullable(),
      after: z.string().nullable(),
      words: z.string(),
    }),
  ),
  address: z.string().nullable(),
  request_id: z.string().nullable(),
});

const word = z.string().regex(/^[a-z][a-z_-]{0,60}$/, 'Choose one from the list.');

export const audit = {
  ...listCalls('/audit', {
    summary: 'List audit log entries',
    access: can('view_audit'),
    exportAccess: can('view_audit', 'export_data'),
    exportNeedsConfirmation: true,
    listing: {
      sort: ['id'],
      defaultSort: { by: 'id', order: 'desc' },
      filters: {
        record_type: word,
        record_id: idFilter,
        actor_id: severalIds('users'),
        action: severalCodes('actions', word, 'created,deleted'),
        from: calendarDate,
        to: calendarDate,
      },
    },
    row: auditEntry,
  }),
  facets: call('GET', '/audit/facets', {
    summary: 'List the filter options of the audit log',
    access: can('view_audit'),
    reply: z.object({
      record_types: z.array(z.string()),
      actions: z.array(z.string()),
      actors: z.array(z.object({ id, name: z.string() })),
    }),
  }),
  verify: call('GET', '/audit/verification', {
    summary: 'Verify the audit log and name the first broken entry',
    access: can('view_audit'),
    reply: z.object({
      entries: z.int(),
      /** How many of them are sealed; the others were written in the last seconds. */
      sealed: z.int(),
      /** The last day whose seals are signed. */
      signed_through: calendarDate.nullable(),
      /** Days whose signed head, as written to a file, is not in the log: it was cut off, or an older backup was restored. */
      days_not_in_log: z.array(calendarDate),
      /** Proof files are verified with it. */
      public_key: z.string(),
      intact: z.boolean(),
      first_broken_id: id.nullable(),
      checked_at: instant,
    }),
    perMinute: 6,
  }),
  proof: call('POST', '/audit/proof', {
    summary: 'Download the whole audit log with its seals and signatures, as JSON lines',
    // It contains everything that was ever written about anyone.
    access: 'administrator',
    reply: z.unknown(),
    replyKind: 'file',
    inBackground: true,
    needsConfirmation: true,
    perMinute: 20,
  }),
};

export type AuditEntry = z.output<typeof auditEntry>;
