import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Check, Printer } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatPounds } from '#domain/kernel/money';
import type { Receipt } from '#domain/sales/receipt';
import type { SaleDetail } from '#domain/sales/sale.contract';
import { isUnsent } from '#domain/sales/unsent-sale';
import { hasPermission } from '#domain/kernel/access';
import { useStore } from '../../../platform/store';
import { messageOf } from '../../../platform/api-error';
import { tenderWords } from '../device/payment-rules';
import { printHere, printTrouble, receiptHere } from '../device/print';
import { type RefundMade, slipOf } from '../device/refund-made';
import { useTill } from '../till-context';
import { EmailReceipt } from './email-receipt';
import { InvoiceFor } from './invoice-for';
import { RollReceipt, printReceiptSheet } from '../../receipts';
import { printerOfDevice } from '../../till-printer';
import { Problem } from './problem';
import { TillDialog } from './till-dialog';

type Props = { sale: SaleDetail; isFresh: boolean; refund: RefundMade | null };

/** After payment: the change in large figures, the receipt and the next customer. */
export function ReceiptDialog({ sale: initial, isFresh, refund }: Props) {
  const till = useTill();
  const [invoiced, setInvoiced] = useState<SaleDetail | null>(null);
  const sale = invoiced ?? initial;
  // A newly created invoice is not a copy.
  const ofSale = receiptHere(sale, isFresh || invoiced !== null);
  const { slip, problem, toggle } = useRefundSlip(refund);
  const receipt = slip ?? ofSale;
  const printer = useStore(printerOfDevice);
  const trouble = useStore(printTrouble);
  const next = useRef<HTMLButtonElement>(null);
  return (
    <TillDialog onClose={till.close} title={titleOf(sale, isFresh)} size={760}>
      <div className="till-sold">
        <div className="till-sold-words">
          <span className="till-sold-mark" aria-hidden>
            <Check size={28} />
          </span>
          <Settled sale={sale} refund={refund} />
          <Button ref={next} size="lg" fullWidth data-autofocus onClick={till.close}>
            {isFresh ? 'Next customer' : 'Close'}
          </Button>
          <Button
            size="md"
            fullWidth
            variant="default"
            leftSection={<Printer size={18} />}
            onClick={printer ? () => void printHere(receipt) : printReceiptSheet}
          >
            {slip ? 'Print refund slip' : sale.invoice_to ? 'Print invoice' : 'Print receipt'}
          </Button>
          {refund && (
            <>
              <Problem reason={problem} />
              <Button variant="subtle" fullWidth onClick={toggle}>
                {slip ? 'Show the receipt' : 'Show the refund slip'}
              </Button>
            </>
          )}
          {printer && trouble && (
            <>
              <Problem reason={trouble} />
              <Button variant="subtle" fullWidth onClick={printReceiptSheet}>
                Print on another printer
              </Button>
            </>
          )}
          <InvoiceFor sale={sale} onInvoice={setInvoiced} onEnd={() => next.current?.focus()} />
          <EmailReceipt sale={sale} onEnd={() => next.current?.focus()} />
          {!isUnsent(sale) && hasPermission(till.user, 'view_sale') && (
            <Button
              variant="subtle"
              fullWidth
              renderRoot={props => (
                <Link {...props} to="/sales/invoices/$id" params={{ id: String(sale.id) }} />
              )}
            >
              Open the invoice
            </Button>
          )}
        </div>
        <RollReceipt receipt={receipt} />
      </div>
    </TillDialog>
  );
}

/** The credit note's slip, once it is asked for. */
function useRefundSlip(refund: RefundMade | null) {
  const [loaded, setLoaded] = useState<Receipt | null>(null);
  const [isShown, show] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const toggle = () => {
    setProblem(null);
    if (loaded !== null || refund === null) return show(!isShown);
    slipOf(refund).then(
      slip => {
        setLoaded(slip);
        show(true);
      },
      error => setProblem(messageOf(error, 'The refund slip could not be loaded. Try again.')),
    );
  };
  return { slip: isShown ? loaded : null, problem, toggle };
}

/** What the cashier hands over or has taken. */
function Settled({ sale, refund }: Pick<Props, 'sale' | 'refund'>) {
  if (refund)
    return (
      <p className="till-change" role="status">
        Refund
        <b className="figures">{formatPounds(refund.amount)}</b>
        {refund.tenders.map(({ method, tendered }, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two alike are two
          <span key={nth} className="till-back-by">
            {tenderWords(method, tendered)}
          </span>
        ))}
      </p>
    );
  if (sale.change > 0)
    return (
      <p className="till-change" role="status">
        Change
        <b className="figures">{formatPounds(sale.change)}</b>
      </p>
    );
  return (
    <p className="till-change" role="status">
      {sale.on_account > 0 ? 'Sold on account' : 'Paid'}
      <b className="figures">{formatPounds(sale.on_account > 0 ? sale.on_account : sale.gross)}</b>
      {sale.on_account > 0 && sale.on_account < sale.gross && (
        <span>{formatPounds(sale.gross - sale.on_account)} paid now</span>
      )}
    </p>
  );
}

function titleOf(sale: SaleDetail, isFresh: boolean): string {
  if (isUnsent(sale)) return 'Sale saved. It will sync when you are back online';
  return isFresh ? `Sold: ${sale.number}` : `Receipt: ${sale.number}`;
}
