import type { WriteContext } from '../../platform/http/context';

/** A file that lies in the file store, and what it is. */
export type KeptFile = { readonly sha256: string; readonly bytes: number; readonly mediaType: string };

/**
 * Notes stored files in the caller's transaction, so that its rows may name them. Whoever stores a file does this:
 * the nightly sweep removes what no row names.
 */
export async function keepFiles(
  ctx: Pick<WriteContext, 'tx' | 'now'>,
  files: readonly KeptFile[],
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
    // In one order for everybody, so that two who keep the same files cannot wait for each other.
    .values([...rows.values()].sort((one, other) => (one.sha256 < other.sha256 ? -1 : 1)))
    // Made young again, so that the sweep of unused files spares it.
    .onConflict(conflict => conflict.column('sha256').doUpdateSet({ created_at: ctx.now }))
    .execute();
}
