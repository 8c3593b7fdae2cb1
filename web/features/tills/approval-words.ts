import * as z from 'zod';
import { type ApprovalNeed, approvalNeed } from '#domain/approvals/approval-need';
import { formatPounds, type Pence } from '#domain/kernel/money';
import { formatQuantity } from '#domain/kernel/quantity';

type NameOf = (productId: number) => string;

/** What exactly needs approval. */
export function approvalWords(need: ApprovalNeed, nameOf: NameOf): string {
  switch (need.kind) {
    case 'discount':
      return need.product_id === null
        ? `${formatPounds(need.discount)} off a basket of ${formatPounds(need.amount)}`
        : `${formatPounds(need.discount)} off ${pieces(need.quantity ?? 0, nameOf(need.product_id))}`;
    case 'price':
      return `${pieces(need.quantity, nameOf(need.product_id))} at ${formatPounds(need.unit_price)}${need.reason ? ` (${need.reason})` : ''}`;
    case 'credit':
      return `${formatPounds(need.amount)} on account`;
    case 'stock':
      return `${pieces(need.quantity, nameOf(need.product_id))}, ${formatQuantity(need.short)} more than is in stock`;
    case 'refund':
      return `${formatPounds(need.amount)} refunded`;
    case 'large_refund':
      return `${formatPounds(need.amount)} refunded, above the limit`;
    case 'void':
      return `A basket of ${formatPounds(need.amount)} voided`;
    case 'paid_out':
      return `${formatPounds(need.amount)} paid out of the till: ${need.reason}`;
    case 'customer_credit':
      return `${formatPounds(need.amount)} ${need.of === 'credit' ? 'credited' : 'written off'}, above the limit`;
    case 'stock_adjustment':
      return `A stock adjustment${forAmount(need.amount)}, above the limit`;
    case 'write_off':
      return `A write-off${forAmount(need.amount)}, above the limit`;
    case 'stock_count':
      return `Stocktake variances${need.amount === null ? ` of ${formatQuantity(need.units)} units` : forAmount(need.amount)}, above the limit${need.uncounted === 'nothing' ? ', with uncounted products set to zero' : ''}`;
    case 'over_receipt':
      return `${pieces(need.quantity, need.description)} received, ${formatQuantity(need.above)} more than was ordered`;
  }
}

const pieces = (quantity: number, name: string) => `${formatQuantity(quantity)} × ${name}`;
const forAmount = (pence: Pence | null) => (pence === null ? '' : ` of ${formatPounds(pence)}`);

const needsReply = z.object({ needs: z.array(approvalNeed) });

/** The approvals a refusal asks for; none for any other refusal. */
export function requestedApprovals({
  status,
  current,
}: {
  readonly status: number;
  readonly current: unknown;
}): ApprovalNeed[] {
  if (status !== 403) return [];
  const read = z.safeDecode(needsReply, current as never);
  return read.success ? read.data.needs : [];
}
