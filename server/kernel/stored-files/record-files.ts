import { sql } from 'kysely';
import type { WriteContext } from '../../platform/http/context';

/** A file in the file store. */
export type FileToRecord = { readonly sha256: string; readonly bytes: number; readonly mediaType: string };

/** The type of a file into which nobody has looked. */
const unchecked = 'application/octet-stream';

/**
 * Records stored files in the caller's transaction, so that its rows can refer to them. The nightly sweep
 * removes files without a row.
 */
export async function recordFiles(
  ctx: Pick<WriteContext, 'tx' | 'now'>,
  files: readonly FileToRecord[],
): Promise<void> {
  if (files.length === 0) return;
  const rows = new Map(
    files.map(({ sha256, bytes, mediaType }) => [
      sha256,
      { sha256, bytes, content_type: mediaType, created_at: ctx.now },
    ]),
  );
  await ctx.tx
    .insertInto('files')
    // In a fixed order, to avoid deadlocks.
    .values([...rows.values()].sort((one, other) => (one.sha256 < other.sha256 ? -1 : 1)))
    // Refreshed, so that the sweep of unused files spares it.
    // A file that came by email has no type until it comes again and is looked into.
    .onConflict(conflict =>
      conflict.column('sha256').doUpdateSet({
        created_at: ctx.now,
        content_type: sql`case when files.content_type = ${unchecked} then excluded.content_type else files.content_type end`,
      }),
    )
    .execute();
}
