import { Button } from '@mantine/core';
import { Check, Printer } from 'lucide-react';
import { formatPounds } from '#domain/kernel/money';
import type { SaleDetail } from '#domain/sales/sale.contract';
import { useStore } from '../../../platform/store';
import { RollReceipt, printReceiptSheet } from '../../receipts';
import { printerOfDevice } from '../../till-printer';
import { tenderName } from '../device/payment-rules';
import { printHere, printTrouble, refundSlipHere } from '../device/print';
import { useTill } from '../till-context';
import { Problem } from './problem';
import { TillDialog } from './till-dialog';

type Props = { sale: SaleDetail; note: SaleDetail['credit_notes'][number] };

/** After a refund: amounts, methods and the slip for the customer. */
export function RefundedDialog({ sale, note }: Props) {
  const till = useTill();
  const slip = refundSlipHere(sale, note);
  const printer = useStore(printerOfDevice);
  const trouble = useStore(printTrouble);
  return (
    <TillDialog onClose={till.close} title={`Refunded: ${note.number}`} size={760}>
      <div className="till-sold">
        <div className="till-sold-words">
          <span className="till-sold-mark" aria-hidden>
            <Check size={28} />
          </span>
          <p className="till-change" role="status">
            Refund <b className="figures">{formatPounds(note.gross)}</b>
            {note.tenders.map(({ method, amount }) => (
              <span key={method} className="till-back-by">
                {formatPounds(amount)} {tenderName(method).toLowerCase()}
              </span>
            ))}
          </p>
          <Button size="lg" fullWidth data-autofocus onClick={till.close}>
            Next customer
          </Button>
          <Button
            size="md"
            fullWidth
            variant="default"
            leftSection={<Printer size={18} />}
            onClick={printer ? () => void printHere(slip) : printReceiptSheet}
          >
            Print refund slip
          </Button>
          {printer && <Problem reason={trouble} />}
        </div>
        <RollReceipt receipt={slip} />
      </div>
    </TillDialog>
  );
}
