import { exportFiles, maxRunningExports } from '#domain/exports/export.contract';
import { hasPermission } from '#domain/kernel/access';
import type { BodyOf } from '#domain/kernel/call';
import { locks } from '../../kernel/locks';
import { isConfirmed } from '../../kernel/sign-in';
import { takeLock } from '../../platform/database/advisory-lock';
import type { Reader } from '../../platform/database/open-database';
import type { FileStore } from '../../platform/files/file-store';
import type { Actor } from '../../platform/http/actor';
import type { ReadContext, WriteContext } from '../../platform/http/context';
import { ensureConfirmed } from '../../platform/http/ensure-confirmed';
import { conflict, ensureFound, forbidden } from '../../platform/http/refusal';
import { read, type Route, StoredFileReply, write } from '../../platform/http/route';
import { onlyRow } from '../../platform/database/only-row';
import { addExportJob } from './export-jobs';
import { ensureExportable, registerExportables } from './exportable';
import {
  countRunning,
  deleteExport,
  findExport,
  insertExport,
  listExports,
  type StoredExport,
} from './exports.queries';

/** Exports of the files that the other routes make. */
export function exportRoutes(others: readonly Route[]): Route[] {
  registerExportables(others);
  return [
    read(exportFiles.list, async ({ db, actor }) => ({ data: await listExports(db, actor.id) })),
    write(exportFiles.create, ({ ctx, body }) => startExport(ctx, body)),
    read(exportFiles.get, ({ db, params, actor }) => ownExport(db, params.id, actor)),
    read(exportFiles.file, ({ db, files, params, actor, now }) =>
      sendExport(db, files, params.id, actor, now),
    ),
    write(exportFiles.remove, ({ ctx, params }) => removeExport(ctx, params.id)),
  ];
}

/** Queues an export. 422 for an unknown path or query, 409 while too many are running. */
async function startExport(
  ctx: WriteContext,
  { path, query }: BodyOf<typeof exportFiles.create>,
): Promise<StoredExport> {
  const { route, params } = ensureExportable(path, ctx.actor);
  await ensureConfirmedFor(route, { db: ctx.tx, actor: ctx.actor, now: ctx.now });
  route.call.query.parse(query);
  // Of two at the same moment, the second counts the first.
  await takeLock(ctx.tx, locks.exportsOf, ctx.actor.id);
  if ((await countRunning(ctx.tx, ctx.actor.id)) >= maxRunningExports)
    throw conflict(
      `You already have ${maxRunningExports} exports running. Wait until one of them is finished.`,
    );
  const started = onlyRow(
    await insertExport(ctx.tx, { path, query, created_by: ctx.actor.id, created_at: ctx.now }),
  );
  await addExportJob(ctx.tx, started.id);
  // It notes who wants the file; the file is made after the commit.
  if (route.kind === 'write') await route.handle({ ctx, params, query: {}, body: {} } as never);
  return started;
}

/** A file of people is made, and handed out, under the terms of the call that would make it at once. */
const ensureConfirmedFor = ({ call }: Route, { db, actor, now }: Pick<ReadContext, 'db' | 'actor' | 'now'>) =>
  ensureConfirmed(call, actor, () => isConfirmed(db, actor.sessionId, now));

/** An export of this user. 404 for those of others. */
async function ownExport(db: Reader, id: number, actor: Actor): Promise<StoredExport> {
  const found = await findExport(db, id);
  return ensureFound(found?.created_by === actor.id ? found : undefined, 'Export');
}

/** The file, for as long as the user may see all of it. 409 while it is made, or when it has expired. */
async function sendExport(
  db: Reader,
  files: Pick<FileStore, 'read'>,
  id: number,
  actor: Actor,
  now: Date,
): Promise<StoredFileReply> {
  const found = await ownExport(db, id, actor);
  if (found.state === 'running') throw conflict('This export is not finished yet. Wait until it is ready.');
  if (found.state === 'failed') throw conflict('This export failed, so there is no file. Export again.');
  if (found.expires_at && found.expires_at <= now)
    throw conflict('This export is more than a day old, so its file was deleted. Export again.');
  const { route } = ensureExportable(found.path, actor);
  await ensureConfirmedFor(route, { db, actor, now });
  if (!found.made_with.every(permission => hasPermission(actor, permission)))
    throw forbidden('Your permissions have changed since this file was made. Export again.');
  const sha256 = found.sha256 ?? '';
  return new StoredFileReply({
    fileName: found.file_name ?? '',
    contentType: found.content_type ?? '',
    sha256,
    bytes: found.bytes,
    read: range => files.read(sha256, range),
  });
}

/** Deletes an export. One that is running ends soon after. */
async function removeExport(ctx: WriteContext, id: number): Promise<{ message: string }> {
  await ownExport(ctx.tx, id, ctx.actor);
  await deleteExport(ctx.tx, id);
  return { message: 'Deleted successfully!' };
}
