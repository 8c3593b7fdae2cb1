import type { AttachmentCalls } from '#domain/kernel/attachment-calls';
import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import { attachmentsOfRecords } from '../../platform/http/multipart';
import { read, type Route, write, writePrepared } from '../../platform/http/route';
import type { Attachments } from './attachments';

/** The routes of a record type's attachments. `ensureCanView` refuses records that the user cannot open. */
export const attachmentRoutes = (
  calls: AttachmentCalls,
  attachments: Attachments,
  ensureCanView: (db: Reader, id: number, actor: Actor) => Promise<unknown> = () => Promise.resolve(),
): Route[] => [
  read(calls.list, async ({ db, params, actor }) => {
    await ensureCanView(db, params.id, actor);
    return attachments.list(db, params.id);
  }),
  read(calls.content, async ({ db, files, params, actor }) => {
    await ensureCanView(db, params.id, actor);
    return attachments.send({ db, files }, params.id, params.attachment_id);
  }),
  writePrepared(
    calls.add,
    (_files, body) => Promise.resolve(body),
    ({ ctx, params, body }) => attachments.add(ctx, params.id, body),
    attachmentsOfRecords,
  ),
  write(calls.remove, ({ ctx, params }) => attachments.remove(ctx, params.id, params.attachment_id)),
];
