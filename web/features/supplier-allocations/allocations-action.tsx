import { ListTree } from 'lucide-react';
import { no, yes } from '#domain/kernel/rule-result';
import { supplierAllocations } from '#domain/payments/supplier-allocation.contract';
import { useAccess } from '../../platform/access';
import { RowAction } from '../../ui/table/row-action';

type Props = {
  bill: { readonly supplier_bill_number: string; readonly gross: number; readonly outstanding: number };
  /** A reversed bill has no allocations. */
  isReversed?: boolean;
  onShow: () => void;
};

/** Shows what is allocated to a bill, wherever the bill is listed. */
export function AllocationsAction({ bill, isReversed = false, onShow }: Props) {
  const { canCall } = useAccess();
  if (!canCall(supplierAllocations.list)) return null;
  const isSettled = !isReversed && bill.outstanding < bill.gross;
  return (
    <RowAction
      label="Show allocations"
      of={bill.supplier_bill_number}
      icon={ListTree}
      can={isSettled ? yes : no(`Nothing is allocated to bill ${bill.supplier_bill_number}.`)}
      onClick={onShow}
    />
  );
}
