import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { recordAudit } from '../../kernel/audit';
import type { WriteContext } from '../../platform/http/context';
import { Refusal } from '../../platform/http/refusal';

/** What was sent, in short. */
export const hashOf = (sent: unknown): string =>
  createHash('sha256').update(JSON.stringify(sent)).digest('base64url');

/**
 * Whether a document with the till's own id is there already (promises R12, R28): it is answered again instead of being
 * posted twice. Whoever sends the same id at the same moment waits here for the first. The same id with other contents
 * is refused with 422.
 */
export async function findSentBefore(
  ctx: WriteContext,
  table: 'sales' | 'credit_notes',
  clientId: string,
  hash: string,
): Promise<number | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${clientId}, 11))`.execute(ctx.tx);
  const { rows } = await sql<{ id: number; client_hash: string; number: string }>`
    select ${sql.ref(table === 'sales' ? 'id' : 'sale_id')} as id, client_hash, number from ${sql.table(table)}
    where client_id = ${clientId}`.execute(ctx.tx);
  const [known] = rows;
  if (known && known.client_hash !== hash)
    throw new Refusal(
      'invalid',
      'This was posted already, with other contents. Begin a new basket for what is different.',
      { errors: { client_id: ['This was posted already, with other contents.'] } },
    );
  if (known)
    recordAudit(ctx, {
      action: 'sent_again',
      recordType: 'sale',
      recordId: known.id,
      recordName: known.number,
    });
  return known?.id;
}
