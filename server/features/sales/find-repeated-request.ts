import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Pence } from '#domain/kernel/money';
import { recordAudit } from '../../kernel/audit';
import type { WriteContext } from '../../platform/http/context';
import { Refusal } from '../../platform/http/refusal';
import { preparedStatement } from '../../platform/database/prepared-statement';
import { takingLock } from '../../platform/database/advisory-lock';
import { ask, askTogether, type Question } from '../../platform/database/send-together';
import { locks } from '../../kernel/locks';

export const hashOf = (sent: unknown): string =>
  createHash('sha256').update(JSON.stringify(sent)).digest('base64url');

/** The reply to a repeated request: a refund returns its sale, a revision its quote. */
const sources = {
  sales: sql`select id, client_id, client_hash, number from sales`,
  credit_notes: sql`select sale_id as id, client_id, client_hash, number from credit_notes`,
  quotes: sql`
    select q.id, r.client_id, r.client_hash, q.number from quote_revisions r join quotes q on q.id = r.quote_id`,
} as const;

const sentDifferently: Readonly<Record<keyof typeof sources, string>> = {
  sales: 'This sale has already been posted with different contents. Start a new basket for the changes.',
  credit_notes: 'This refund has already been posted with different contents. Reload the sale to see it.',
  quotes: 'This quote has already been saved with different contents. Reload the quote to see them.',
};

/**
 * Whether a document with the till's id exists (rules R12, R28), to return it instead of posting twice. A
 * concurrent request with the same id waits here. The same id with different contents gets 422.
 */
export async function findRepeatedRequest(
  ctx: WriteContext,
  kind: keyof typeof sources,
  clientId: string,
  hash: string,
): Promise<number | undefined> {
  const [, stored] = await askTogether(ctx.tx, [lockingClientId(clientId), findingSent(kind, clientId)]);
  if (stored && stored.client_hash !== hash)
    throw new Refusal('invalid', sentDifferently[kind], {
      errors: { client_id: ['This has already been sent with different contents.'] },
    });
  if (stored)
    recordAudit(ctx, {
      action: 'sent_again',
      recordType: kind === 'quotes' ? 'quote' : 'sale',
      recordId: stored.id,
      recordName: stored.number,
    });
  return stored?.id;
}

type Sent = { readonly id: number; readonly client_hash: string; readonly number: string };

const findingSent = (kind: keyof typeof sources, clientId: string): Question<Sent, Sent | undefined> => ({
  statement: sql<Sent>`${preparedStatement}
    select id, client_hash, number from (${sources[kind]}) made where client_id = ${clientId}`,
  answer: ([sent]) => sent,
});

/** A concurrent request with the same id waits here. */
const lockingClientId = (clientId: string) => takingLock(locks.sentDocument, clientId);

type PostedBefore = {
  readonly id: number;
  readonly number: string;
  readonly gross: Pence;
  readonly receipt_number: string | null;
};

/** The sale posted under the till's id, whatever was sent for it. */
export async function findPostedBefore(
  ctx: WriteContext,
  clientId: string,
): Promise<PostedBefore | undefined> {
  await ask(ctx.tx, lockingClientId(clientId));
  const { rows } = await sql<PostedBefore>`
    select id, number, gross_pence as gross, receipt_number from sales where client_id = ${clientId}`.execute(
    ctx.tx,
  );
  return rows[0];
}
