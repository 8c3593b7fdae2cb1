import { Button } from '@mantine/core';
import { Check, Printer } from 'lucide-react';
import { formatPounds, type Pence } from '#domain/kernel/money';
import type { TillPayment } from '#domain/wallet/till-payment.contract';
import { useStore } from '../../../platform/store';
import { RollReceipt, printReceiptSheet } from '../../receipts';
import { printerOfDevice } from '../../till-printer';
import { paymentReceiptHere, printHere, printTrouble } from '../device/print';
import { useTill } from '../till-context';
import { Problem } from './problem';
import { TillDialog } from './till-dialog';

type Props = { payment: TillPayment; change: Pence; isFresh: boolean };

/** After a customer payment: the change, the receipt and the next customer. */
export function PaymentDialog({ payment, change, isFresh }: Props) {
  const till = useTill();
  const receipt = paymentReceiptHere(payment, isFresh);
  const printer = useStore(printerOfDevice);
  const trouble = useStore(printTrouble);
  return (
    <TillDialog
      onClose={till.close}
      title={`${isFresh ? 'Received' : 'Receipt'}: ${payment.number}`}
      size={760}
    >
      <div className="till-sold">
        <div className="till-sold-words">
          <span className="till-sold-mark" aria-hidden>
            <Check size={28} />
          </span>
          <p className="till-change" role="status">
            {change > 0 ? 'Change' : 'Received'}
            <b className="figures">{formatPounds(change > 0 ? change : payment.amount)}</b>
          </p>
          <Button size="lg" fullWidth data-autofocus onClick={till.close}>
            {isFresh ? 'Next customer' : 'Close'}
          </Button>
          <Button
            size="md"
            fullWidth
            variant="default"
            leftSection={<Printer size={18} />}
            onClick={printer ? () => void printHere(receipt) : printReceiptSheet}
          >
            Print receipt
          </Button>
          {printer && <Problem reason={trouble} />}
        </div>
        <RollReceipt receipt={receipt} />
      </div>
    </TillDialog>
  );
}
