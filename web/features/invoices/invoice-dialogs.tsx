import type { SaleDetail } from '#domain/sales/sale.contract';
import { onDemand } from '../../ui/on-demand';
import { TakePaymentDialog } from '../wallet';

const dialogs = () => import('./dialogs');
const RefundDialog = onDemand(async () => (await dialogs()).RefundDialog);
const CancelDialog = onDemand(async () => (await dialogs()).CancelDialog);
const InvoiceForDialog = onDemand(async () => (await dialogs()).InvoiceForDialog);
const EmailSaleDialog = onDemand(async () => (await dialogs()).EmailSaleDialog);

/** The dialog open over the invoice page. */
export type InvoiceDialogState = 'refund' | 'cancel' | 'email' | 'invoice-for' | 'take-payment';

type Props = {
  sale: SaleDetail;
  open: InvoiceDialogState;
  onClose: () => void;
  onDone: (message: string) => void;
};

export function InvoiceDialogs({ open, ...common }: Props) {
  switch (open) {
    case 'refund':
      return <RefundDialog {...common} />;
    case 'cancel':
      return <CancelDialog {...common} />;
    case 'email':
      return <EmailSaleDialog {...common} />;
    case 'invoice-for':
      return <InvoiceForDialog {...common} />;
    case 'take-payment': {
      const { sale, ...dialog } = common;
      return <TakePaymentDialog customerId={sale.customer.id} invoice={sale.number} {...dialog} />;
    }
  }
}
