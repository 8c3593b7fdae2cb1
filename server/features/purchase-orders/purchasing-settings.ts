import { sql } from 'kysely';
import * as z from 'zod';
import type { Pence } from '#domain/kernel/money';
import type { PurchasingSettings } from '#domain/purchase-orders/purchase-order.rules';
import { recordEdit } from '../../kernel/audit';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';

const stored = z.object({
  approval_limit_pence: z.int().min(0).nullable().default(null),
  over_receipt_hundredths: z.int().min(0).max(10_000).default(0),
});
const key = 'purchasing';

/** The firm's rules of purchasing; nothing needs approval and nothing more than ordered is taken until it says so. */
export async function findPurchasingSettings(db: Reader): Promise<PurchasingSettings> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  const { approval_limit_pence, over_receipt_hundredths } = stored.parse(row?.value ?? {});
  return { approvalLimit: approval_limit_pence as Pence | null, overReceipt: over_receipt_hundredths };
}

type Reply = { approval_limit: Pence | null; over_receipt_percent: number };
export const settingsReply = (settings: PurchasingSettings): Reply => ({
  approval_limit: settings.approvalLimit,
  over_receipt_percent: settings.overReceipt,
});

export async function savePurchasingSettings(ctx: WriteContext, settings: Reply): Promise<Reply> {
  const before = settingsReply(await findPurchasingSettings(ctx.tx));
  const value = {
    approval_limit_pence: settings.approval_limit,
    over_receipt_hundredths: settings.over_receipt_percent,
  };
  await sql`
    insert into settings (key, value, updated_at) values (${key}, ${JSON.stringify(value)}, ${ctx.now})
    on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`.execute(ctx.tx);
  recordEdit(ctx, { type: 'setting', id: 0, name: 'Purchasing' }, before, settings);
  return settings;
}
