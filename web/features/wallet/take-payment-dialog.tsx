import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../platform/api-error';
import { today } from '../../ui/dated-fields';
import { ReceiveDialog } from './money-dialogs';
import { ledgerOf } from './wallet.queries';

type Props = {
  customerId: number;
  /** The number of the invoice that is paid; undefined for the oldest due. */
  invoice?: string;
  onClose: () => void;
  onDone: (message: string) => void;
};

/** Takes a payment from a customer away from their ledger, such as on the page of the invoice that it pays. */
export function TakePaymentDialog({ customerId, ...dialog }: Props) {
  const ledger = useQuery(ledgerOf('customer', customerId, { from: today() }));
  if (ledger.data) return <ReceiveDialog statement={ledger.data} isTopUp={false} {...dialog} />;
  if (!ledger.error) return <span hidden aria-busy="true" />;
  return (
    <Modal opened onClose={dialog.onClose} title="Take payment">
      <p role="alert">{messageOf(ledger.error, 'The invoices could not be loaded. Try again.')}</p>
    </Modal>
  );
}
