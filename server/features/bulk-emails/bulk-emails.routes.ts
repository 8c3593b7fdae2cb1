import {
  bulkEmailKindNames,
  type BulkEmailRow,
  bulkEmails,
  bulkEmailStateNames,
} from '#domain/bulk-emails/bulk-email.contract';
import type { Mailing } from '../../kernel/outbox';
import { read, type Route, write } from '../../platform/http/route';
import type { Column } from '../../platform/spreadsheets/column';
import { exportReply } from '../../platform/spreadsheets/export-reply';
import { bulkMailings, kindsFor } from './bulk-email-kinds';
import { listBulkEmails, streamBulkEmails } from './bulk-emails.queries';
import { getBulkEmail, getRecords } from './get-bulk-email';
import { previewBulkEmail } from './preview-bulk-email';
import { startBulkEmail, stopBulkEmail } from './start-bulk-email';

type Services = { readonly mailing: Pick<Mailing, 'isConfigured'> };

const exportColumns: readonly Column<BulkEmailRow>[] = [
  { header: 'Emailed', kind: 'text', width: 20, value: b => bulkEmailKindNames[b.kind] },
  { header: 'Subject', kind: 'text', width: 44, value: b => b.subject },
  { header: 'Status', kind: 'text', width: 12, value: b => bulkEmailStateNames[b.state] },
  { header: 'Records', kind: 'integer', value: b => b.row_count },
  { header: 'In the outbox', kind: 'integer', value: b => b.queued_count },
  { header: 'Sent', kind: 'integer', value: b => b.sent_count },
  { header: 'Not delivered', kind: 'integer', value: b => b.failed_count },
  { header: 'Skipped', kind: 'integer', value: b => b.left_out_count },
  { header: 'By', kind: 'text', value: b => b.created_by },
  { header: 'Started', kind: 'instant', value: b => b.created_at },
  { header: 'Finished', kind: 'instant', value: b => b.finished_at },
];

export const bulkEmailRoutes = ({ mailing }: Services): Route[] => [
  ...Object.values(bulkMailings).flatMap(one => [
    write(one.calls.preview, async ({ ctx, body }) =>
      previewBulkEmail(ctx, one, body, { canSend: await mailing.isConfigured(ctx.tx) }),
    ),
    write(one.calls.start, async ({ ctx, body }) =>
      startBulkEmail(ctx, one, body, { canSend: await mailing.isConfigured(ctx.tx) }),
    ),
  ]),
  read(bulkEmails.list, ({ db, query, actor }) => listBulkEmails(db, query, kindsFor(actor))),
  read(bulkEmails.export, async ({ db, query, actor }) =>
    exportReply('bulk-emails', query.format, exportColumns, streamBulkEmails(db, query, kindsFor(actor))),
  ),
  read(bulkEmails.get, ({ db, params, actor }) => getBulkEmail(db, actor, params.id)),
  read(bulkEmails.records, ({ params, query, ...context }) => getRecords(context, params.id, query)),
  write(bulkEmails.stop, ({ ctx, params }) => stopBulkEmail(ctx, params.id)),
];
