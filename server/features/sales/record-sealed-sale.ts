import { sql } from 'kysely';
import * as z from 'zod';
import type { BodyOf, ReplyOf } from '#domain/kernel/call';
import { type PaidSaleWrite, sales } from '#domain/sales/sale.contract';
import type { WriteContext } from '../../platform/http/context';
import { invalid } from '../../platform/http/refusal';
import { type Secrets, SecretUnreadable } from '../../platform/secrets';
import { recordTillSale } from './record-paid-sale';

type Sealed = BodyOf<typeof sales.recordSealed>;

/**
 * Records a paid sale from the sealed copy, for a device that has removed the sale itself (decision 121). The contents
 * are those of `POST /sales/paid`, so sending both records one sale. The reply shows no more than its number: whoever
 * sends it need not be allowed to read it.
 */
export async function recordSealedSale(
  ctx: WriteContext,
  secrets: Secrets,
  body: Sealed,
): Promise<ReplyOf<typeof sales.recordSealed>> {
  const recorded = await recordTillSale(ctx, { ...openedSale(secrets, body), sent_at: body.sent_at });
  if ('reason' in recorded) return { sale: null, kept: recorded.reason };
  const { rows } = await sql<{ id: number; number: string }>`
    select id, number from sales where id = ${recorded.id}`.execute(ctx.tx);
  return { sale: rows[0] ?? null, kept: null };
}

function openedSale({ box }: Secrets, { client_id, sealed }: Sealed): PaidSaleWrite {
  const opened = z.safeDecode(sales.recordPaid.body, jsonOf(unsealed(box, sealed, client_id)) as never);
  if (!opened.success || opened.data.client_id !== client_id)
    throw invalid({
      sealed: 'This stored sale could not be read. Keep it on the device and tell your administrator.',
    });
  return opened.data;
}

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
