import type { AccessFacts } from '#domain/access-check/evaluate';
import type { Limits } from '#domain/access-check/access-answer';
import { findApprovalLimits } from '../../kernel/approvals';
import { findSellingSettings } from '../../kernel/tills';
import type { Reader } from '../../platform/database/open-database';
import { findExpenseSettings } from '../expenses';
import { findPurchasingSettings } from '../purchase-orders';
import { listActors } from '../session';
import { listRoles } from '../users';

/** Everyone, every role and every limit, as the server's own checks read them. */
export async function findAccessFacts(db: Reader): Promise<AccessFacts> {
  const [people, roles, limits] = await Promise.all([listActors(db), listRoles(db), findLimits(db)]);
  return { people, roles, limits };
}

async function findLimits(db: Reader): Promise<Limits> {
  const [approval, selling, purchasing, expenses] = await Promise.all([
    findApprovalLimits(db),
    findSellingSettings(db),
    findPurchasingSettings(db),
    findExpenseSettings(db),
  ]);
  return {
    refund: approval.refund_pence,
    adjustment: approval.adjustment_pence,
    write_off: approval.write_off_pence,
    stock_count: approval.stock_count_pence,
    bill: approval.bill_pence,
    order: purchasing.approvalLimit,
    expense: expenses.approvalLimit,
    till_variance: selling.variance_limit,
    paid_out: selling.paid_out_limit,
    discount: selling.discount_limit,
  };
}
