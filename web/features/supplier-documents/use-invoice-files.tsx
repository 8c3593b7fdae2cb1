import { billAttachments } from '#domain/purchase-orders/bill-attachment.contract';
import { useUnsaved } from '../../platform/unsaved';
import { attachPicked } from '../../ui/attach-picked';
import { AttachmentPicker } from '../../ui/attachment-picker';
import { usePickedFiles } from '../../ui/use-picked-files';

/** The supplier's invoice in the form of its bill: it is the evidence for the VAT, and is kept as the bill is recorded (V18). */
export function useInvoiceFiles() {
  const picked = usePickedFiles('one bill at once');
  useUnsaved(() => picked.files.length > 0);
  return {
    field: <AttachmentPicker picked={picked} />,
    attachTo: (billId: number | undefined) =>
      billId === undefined
        ? Promise.resolve(true)
        : attachPicked(
            billAttachments,
            billId,
            picked,
            'The bill is recorded, but its files could not be attached.',
          ),
  };
}

type Bill = { readonly id: number; readonly supplier_bill_number: string };

/** The bill that was just recorded for an order. */
export const newBillOf = (
  before: readonly Bill[],
  after: readonly Bill[],
  number: string,
): number | undefined =>
  after.find(
    bill => bill.supplier_bill_number === number.trim() && !before.some(known => known.id === bill.id),
  )?.id;
