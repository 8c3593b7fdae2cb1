import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Statement } from '#domain/wallet/wallet.contract';
import { messageOf } from '../../platform/api-error';
import { today } from '../../ui/form/dated-fields';
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
  const { data, error } = ledger;
  // Kept while it is open: an invoice that was paid without an answer would leave with its form.
  const [opened, setOpened] = useState<Statement | null>(null);
  if (!opened && data && !ledger.isFetching && isOpen(data, dialog.invoice)) setOpened(data);
  if (opened) return <ReceiveDialog statement={opened} isTopUp={false} {...dialog} />;
  // What was read earlier may be from before the invoice.
  if (!error && (!data || ledger.isFetching)) return <span hidden aria-busy="true" />;
  return (
    <Modal opened onClose={dialog.onClose} title="Take payment">
      <p role="alert">
        {error
          ? messageOf(error, 'The invoices could not be loaded. Try again.')
          : `${dialog.invoice} is no longer among the open invoices. Reload the page to see whether it has been paid meanwhile.`}
      </p>
    </Modal>
  );
}

/** Another payment than the one of this invoice would be proposed, and pay what is due first (rule W6). */
const isOpen = ({ open_items }: Statement, invoice: string | undefined): boolean =>
  invoice === undefined ||
  open_items.some(({ side, document_number }) => side === 'debit' && document_number === invoice);
