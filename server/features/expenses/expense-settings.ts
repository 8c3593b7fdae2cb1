import { sql } from 'kysely';
import * as z from 'zod';
import type { ExpenseSettings } from '#domain/expenses/expense.rules';
import type { Pence } from '#domain/kernel/money';
import { recordEdit } from '../../kernel/audit';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';

const stored = z.object({
  approval_limit_pence: z.int().min(0).default(0),
  receipt_limit_pence: z.int().min(0).nullable().default(null),
});
const key = 'expenses';

/** The firm's rules of expenses; until it says otherwise each is approved by somebody else and none needs a receipt. */
export async function findExpenseSettings(db: Reader): Promise<ExpenseSettings> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  const { approval_limit_pence, receipt_limit_pence } = stored.parse(row?.value ?? {});
  return {
    approvalLimit: approval_limit_pence as Pence,
    receiptLimit: receipt_limit_pence as Pence | null,
  };
}

type Reply = { approval_limit: Pence; receipt_limit: Pence | null };
export const settingsReply = ({ approvalLimit, receiptLimit }: ExpenseSettings): Reply => ({
  approval_limit: approvalLimit,
  receipt_limit: receiptLimit,
});

export async function saveExpenseSettings(ctx: WriteContext, settings: Reply): Promise<Reply> {
  const before = settingsReply(await findExpenseSettings(ctx.tx));
  const value = {
    approval_limit_pence: settings.approval_limit,
    receipt_limit_pence: settings.receipt_limit,
  };
  await sql`
    insert into settings (key, value, updated_at) values (${key}, ${JSON.stringify(value)}, ${ctx.now})
    on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`.execute(ctx.tx);
  recordEdit(ctx, { type: 'setting', id: 0, name: 'Expenses' }, before, settings);
  return settings;
}
