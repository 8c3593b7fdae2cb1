import type { BodyOf } from '#domain/kernel/call';
import type { ApprovalLimitSettings, approvalLimits } from '#domain/settings/approval-limits.contract';
import { type ApprovalLimits, approvalLimitsSetting } from '../../kernel/approvals';
import { changeSetting, type Current, findSetting } from '../../kernel/settings';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';

export const getApprovalLimits = async (db: Reader): Promise<ApprovalLimitSettings> =>
  reply(await findSetting(db, approvalLimitsSetting));

/** Saves the approval limits. Posted documents do not change. */
export async function saveApprovalLimits(
  ctx: WriteContext,
  { version, ...limits }: BodyOf<typeof approvalLimits.save>,
): Promise<ApprovalLimitSettings> {
  const saved = await changeSetting(
    ctx,
    approvalLimitsSetting,
    before => ({
      refund_pence: limits.refund_limit,
      adjustment_pence: limits.adjustment_limit,
      write_off_pence: limits.write_off_limit,
      stock_count_pence: limits.stock_count_limit,
      bill_pence: limits.bill_limit === undefined ? before.bill_pence : limits.bill_limit,
    }),
    version,
  );
  return reply(saved);
}

const reply = ({ value, version }: Current<ApprovalLimits>): ApprovalLimitSettings => ({
  refund_limit: value.refund_pence,
  adjustment_limit: value.adjustment_pence,
  write_off_limit: value.write_off_pence,
  stock_count_limit: value.stock_count_pence,
  bill_limit: value.bill_pence,
  version,
});
