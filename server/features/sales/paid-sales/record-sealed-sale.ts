import { sql } from 'kysely';
import * as z from 'zod';
import { hasPermission } from '#domain/kernel/access';
import type { BodyOf, ReplyOf } from '#domain/kernel/call';
import { type PaidSaleWrite, sales } from '#domain/sales/sale.contract';
import { isSellingProof } from '../../../kernel/tills';
import type { WriteContext } from '../../../platform/http/context';
import { forbidden, invalid } from '../../../platform/http/refusal';
import { type Secrets, SecretUnreadable } from '../../../platform/secrets';
import { recordTillSale } from './record-paid-sale';

type Sealed = BodyOf<typeof sales.recordSealed>;

/**
 * Records a paid sale from the sealed copy, for a device that has removed the sale itself (decision 121). The contents
 * are those of `POST /sales/paid`, so sending both records one sale. The reply shows no more than its number: whoever
 * sends it need not be allowed to read it. A user who may not sell hands over only what a till sealed with its proof
 * (finding F97): anyone could seal a sale of their own.
 */
export async function recordSealedSale(
  ctx: WriteContext,
  secrets: Secrets,
  body: Sealed,
): Promise<ReplyOf<typeof sales.recordSealed>> {
  const { sale, proof } = openedSale(secrets, body);
  if (!hasPermission(ctx.actor, 'create_sale') && !isProven(secrets, sale, proof)) throw forbidden(unproven);
  const recorded = await recordTillSale(ctx, { ...sale, sent_at: body.sent_at });
  if ('reason' in recorded) return { sale: null, kept: recorded.reason };
  const { rows } = await sql<{ id: number; number: string }>`
    select id, number from sales where id = ${recorded.id}`.execute(ctx.tx);
  return { sale: rows[0] ?? null, kept: null };
}

const unproven =
  'You do not have permission to send this sale. It is sent once a user who may sell opens this till.';

const isProven = (secrets: Secrets, { device_id }: PaidSaleWrite, proof: unknown): boolean =>
  device_id != null && typeof proof === 'string' && isSellingProof(secrets, proof, device_id);

function openedSale(
  { box }: Secrets,
  { client_id, sealed }: Sealed,
): { readonly sale: PaidSaleWrite; readonly proof: unknown } {
  const { proof, ...contents } = recordOf(jsonOf(unsealed(box, sealed, client_id)));
  const opened = z.safeDecode(sales.recordPaid.body, contents as never);
  if (!opened.success || opened.data.client_id !== client_id)
    throw invalid({
      sealed: 'This stored sale could not be read. Keep it on the device and tell your administrator.',
    });
  return { sale: opened.data, proof };
}

const recordOf = (contents: unknown): Record<string, unknown> =>
  typeof contents === 'object' && contents !== null && !Array.isArray(contents)
    ? (contents as Record<string, unknown>)
    : {};

function unsealed(box: Secrets['box'], sealed: string, clientId: string): string {
  try {
    return box.open(sealed, `sale ${clientId}`);
  } catch (error) {
    if (error instanceof SecretUnreadable) throw invalid({ sealed: error.message });
    throw error;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
