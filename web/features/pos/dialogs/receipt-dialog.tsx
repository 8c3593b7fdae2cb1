import { Button } from '@mantine/core';
import { Check, Printer } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatPounds } from '#domain/kernel/money';
import type { SaleDetail } from '#domain/sales/sale.contract';
import { isUnsent } from '#domain/sales/unsent-sale';
import { hasPermission } from '#domain/kernel/access';
import { useStore } from '../../../platform/store';
import { PlainLink } from '../../../ui/links';
import { tenderWords } from '../device/payment-rules';
import { printHere, printTrouble } from '../device/print';
import type { RefundMade } from '../device/refund-made';
import { useTill } from '../till-context';
import { EmailReceipt } from './email-receipt';
import { InvoiceFor } from './invoice-for';
import { RollReceipt, printReceiptSheet } from '../../receipts';
import { printerOfDevice } from '../../till-printer';
import { Problem } from './problem';
import { TillDialog } from './till-dialog';
import { type Paper, usePapers } from './use-papers';

type Props = { sale: SaleDetail; isFresh: boolean; refund: RefundMade | null };

/** After payment: the change in large figures, the receipt and the next customer. */
export function ReceiptDialog({ sale: initial, isFresh, refund }: Props) {
  const till = useTill();
  const [invoiced, setInvoiced] = useState<SaleDetail | null>(null);
  const sale = invoiced ?? initial;
  // A newly created invoice is not a copy.
  const papers = usePapers({ sale, isFresh: isFresh || invoiced !== null, refund });
  const { paper, receipt } = papers;
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
            {printWords(paper, sale)}
          </Button>
          <Button variant="subtle" fullWidth onClick={papers.toggleGift}>
            {paper === 'gift' ? 'Show the receipt' : 'Show the gift receipt'}
          </Button>
          {refund && (
            <>
              <Problem reason={papers.problem} />
              <Button variant="subtle" fullWidth onClick={papers.toggleSlip}>
                {paper === 'slip' ? 'Show the receipt' : 'Show the refund slip'}
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
                <PlainLink {...props} to="/sales/invoices/$id" params={{ id: String(sale.id) }} />
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

function printWords(paper: Paper, { invoice_to }: SaleDetail): string {
  if (paper === 'gift') return 'Print gift receipt';
  if (paper === 'slip') return 'Print refund slip';
  return invoice_to ? 'Print invoice' : 'Print receipt';
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
