import { Modal } from '@mantine/core';
import { NoticeAlert, useNotice } from '../../ui/notice';
import { AllocationTable } from './allocation-table';

type Props = {
  bill: { readonly id: number; readonly supplier_bill_number: string };
  supplierId: number;
  onClose: () => void;
};

/** What is allocated to a bill; it stays open, so that several allocations can be removed. */
export function AllocationsDialog({ bill, supplierId, onClose }: Props) {
  const notices = useNotice();
  return (
    <Modal opened onClose={onClose} title={`Allocations to bill ${bill.supplier_bill_number}`} size="xl">
      <NoticeAlert notices={notices} />
      <AllocationTable supplierId={supplierId} billId={bill.id} notices={notices} />
    </Modal>
  );
}
