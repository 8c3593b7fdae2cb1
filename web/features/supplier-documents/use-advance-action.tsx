import { HandCoins } from 'lucide-react';
import { no, type RuleResult, yes } from '#domain/kernel/rule-result';
import { payments } from '#domain/payments/payment.contract';
import { useAccess } from '../../platform/access';
import { RowAction } from '../../ui/table/row-action';
import { type Advance, useAdvances } from './advances';

type Bill = { readonly supplier_bill_number: string; readonly outstanding: number };
type Props = {
  bill: Bill;
  supplier: { readonly id: number; readonly name: string };
  /** A reversed bill takes no allocations. */
  isReversed?: boolean;
  onUse: () => void;
};

/** Allocates the supplier's open credit to a bill (rules P14, W4), wherever the bill is listed. */
export function UseAdvanceAction({ bill, supplier, isReversed = false, onUse }: Props) {
  const { canCall } = useAccess();
  const can = useCanUseAdvance({ bill, supplier, isReversed });
  if (!canCall(payments.allocate)) return null;
  return (
    <RowAction
      label="Allocate credit"
      of={bill.supplier_bill_number}
      icon={HandCoins}
      can={can}
      onClick={onUse}
    />
  );
}

/** Whether there is credit that the bill can take. */
export function useCanUseAdvance({ bill, supplier, isReversed }: Required<Omit<Props, 'onUse'>>): RuleResult {
  const advances = useAdvances(supplier.id);
  return canUse(bill, { isReversed, advances, supplier });
}

type Beside = Required<Pick<Props, 'isReversed' | 'supplier'>> & { advances: readonly Advance[] };

function canUse(bill: Bill, { isReversed, advances, supplier }: Beside): RuleResult {
  if (isReversed) return no(`Bill ${bill.supplier_bill_number} is reversed.`);
  if (bill.outstanding <= 0) return no(`Bill ${bill.supplier_bill_number} is paid in full.`);
  return advances.length === 0 ? no(`${supplier.name} has no credit to allocate.`) : yes;
}
