import { type BillStatus, billStatusNames, billStatusOf } from '#domain/purchase-orders/bill-status';
import { Badge } from '../../ui/badge';

const tones = {
  unpaid: 'warning',
  part_paid: 'warning',
  paid: 'success',
  reversed: 'secondary',
} as const satisfies Readonly<Record<BillStatus, string>>;

/** Whether a bill is paid; why it was reversed is said on hover. */
export function BillBadge({
  bill,
}: {
  bill: Parameters<typeof billStatusOf>[0] & { readonly reversal_reason?: string | null };
}) {
  const status = billStatusOf(bill);
  return (
    <span title={bill.reversal_reason ?? undefined}>
      <Badge tone={tones[status]}>{billStatusNames[status]}</Badge>
    </span>
  );
}
