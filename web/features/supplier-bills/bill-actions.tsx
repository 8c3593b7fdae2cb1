import { Button } from '@mantine/core';
import { Wallet } from 'lucide-react';
import { payments } from '#domain/payments/payment.contract';
import type { SupplierBillDetail } from '#domain/purchase-orders/supplier-bill.contract';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { useAccess } from '../../platform/access';
import { useShortcut } from '../../platform/shortcuts';
import { blockedEntry, entryFor } from '../../ui/menus/blocked-entry';
import { MoreMenu } from '../../ui/menus/more-menu';
import { useCanUseAdvance } from '../supplier-documents';
import type { BillDialogState } from './bill-dialogs';

type Props = { bill: SupplierBillDetail; onOpen: (dialog: BillDialogState) => void };

/** Paying a bill is its next step; what else follows from it is under More. */
export function BillActions({ bill, onOpen }: Props) {
  const { canCall } = useAccess();
  const { can, supplier } = bill;
  const canPay = canCall(payments.create);
  const canUseAdvance = useCanUseAdvance({ bill, supplier, isReversed: bill.reversed_at !== null });
  const pay = () => onOpen('pay');
  useShortcut('p', 'Pay', pay, canPay && can.pay.allowed);
  return (
    <>
      <MoreMenu
        items={[
          ...blockedEntry(canPay, can.pay, 'Pay'),
          ...entryFor(canCall(payments.allocate), canUseAdvance, 'Allocate credit', () => onOpen('advance')),
          ...entryFor(canCall(supplierDocuments.credit), can.credit, 'Record credit note', () =>
            onOpen('credit'),
          ),
          // A bill of an order and one without are reversed with the same permission.
          ...entryFor(canCall(supplierDocuments.reverseBill), can.reverse, 'Reverse bill', () =>
            onOpen('reverse'),
          ),
        ]}
      />
      {canPay && can.pay.allowed && (
        <Button leftSection={<Wallet size={16} />} onClick={pay}>
          Pay
        </Button>
      )}
    </>
  );
}
