import * as z from 'zod';
import { type Pence, poundsFromPence, toPence } from '#domain/kernel/money';
import type { Reader } from '../../platform/database/open-database';
import { findSetting, type Setting } from '../settings';

const limit = z
  .int()
  .min(0)
  .nullable()
  .default(null)
  .transform((pence): Pence | null => (pence === null ? null : toPence(pence)));

const stored = z.object({
  refund_pence: limit,
  adjustment_pence: limit,
  write_off_pence: limit,
  stock_count_pence: limit,
  bill_pence: limit,
});
export type ApprovalLimits = z.output<typeof stored>;

const pounds = (pence: Pence | null) => (pence === null ? null : poundsFromPence(pence));

/** The amounts above which a second person must approve. None by default; database triggers read them too. */
export const approvalLimitsSetting: Setting<ApprovalLimits> = {
  key: 'approval_limits',
  name: 'Approval limits',
  stored,
  shown: limits => ({
    refund_limit: pounds(limits.refund_pence),
    adjustment_limit: pounds(limits.adjustment_pence),
    write_off_limit: pounds(limits.write_off_pence),
    stock_count_limit: pounds(limits.stock_count_pence),
    bill_limit: pounds(limits.bill_pence),
  }),
};

export const findApprovalLimits = async (db: Reader): Promise<ApprovalLimits> =>
  (await findSetting(db, approvalLimitsSetting)).value;
