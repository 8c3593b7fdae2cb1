import { billAttachments } from '#domain/purchase-orders/bill-attachment.contract';
import { useUnsaved } from '../../platform/unsaved';
import { attachPicked } from '../../ui/files/attach-picked';
import { AttachmentPicker } from '../../ui/files/attachment-picker';
import { usePickedFiles } from '../../ui/files/use-picked-files';

/** The supplier's invoice in the form of its bill: it is the evidence for the VAT, and is kept as the bill is recorded (V18). */
export function useInvoiceFiles() {
  const picked = usePickedFiles('one bill at once');
  useUnsaved(() => picked.files.length > 0);
  return {
    field: <AttachmentPicker picked={picked} />,
    attachTo: (billId: number) =>
      attachPicked(
        billAttachments,
        billId,
        picked,
        'The bill is recorded, but its files could not be attached.',
      ),
  };
}

/** The bill that was just recorded for an order: its newest. */
export const newBillOf = (bills: readonly { readonly id: number }[]): number =>
  Math.max(...bills.map(({ id }) => id));
