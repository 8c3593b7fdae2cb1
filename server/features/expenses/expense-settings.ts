import * as z from 'zod';
import type { expenseSettings } from '#domain/expenses/expense.contract';
import type { ExpenseSettings } from '#domain/expenses/expense.rules';
import type { BodyOf, ReplyOf } from '#domain/kernel/call';
import { type Pence, poundsFromPence } from '#domain/kernel/money';
import { type Current, findSetting, saveSetting, type Setting } from '../../kernel/settings';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';

const stored = z.object({
  approval_limit_pence: z.int().min(0).default(0),
  receipt_limit_pence: z.int().min(0).nullable().default(null),
});
type Stored = z.output<typeof stored>;

const pounds = (pence: number | null) => (pence === null ? null : poundsFromPence(pence));

/** The expense rules; by default every expense needs approval by someone else, and none needs a receipt. */
const setting: Setting<Stored> = {
  key: 'expenses',
  name: 'Expenses',
  stored,
  shown: rules => ({
    approval_limit: pounds(rules.approval_limit_pence),
    receipt_limit: pounds(rules.receipt_limit_pence),
  }),
};

export async function findExpenseSettings(db: Reader): Promise<ExpenseSettings> {
  const { value } = await findSetting(db, setting);
  return {
    approvalLimit: value.approval_limit_pence as Pence,
    receiptLimit: value.receipt_limit_pence as Pence | null,
  };
}

type Reply = ReplyOf<typeof expenseSettings.get>;

const reply = ({ value, version }: Current<Stored>): Reply => ({
  approval_limit: value.approval_limit_pence as Pence,
  receipt_limit: value.receipt_limit_pence as Pence | null,
  version,
});

export const getExpenseSettings = async (db: Reader): Promise<Reply> => reply(await findSetting(db, setting));

export const saveExpenseSettings = async (
  ctx: WriteContext,
  { approval_limit, receipt_limit, version }: BodyOf<typeof expenseSettings.update>,
): Promise<Reply> =>
  reply(
    await saveSetting(
      ctx,
      setting,
      { approval_limit_pence: approval_limit, receipt_limit_pence: receipt_limit },
      version,
    ),
  );
