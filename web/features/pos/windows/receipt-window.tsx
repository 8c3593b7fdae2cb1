import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Check, Printer } from 'lucide-react';
import { formatPounds } from '#domain/kernel/money';
import { receiptOf } from '#domain/sales/receipt';
import type { SaleDetail } from '#domain/sales/sale.contract';
import { hasPermission } from '#domain/kernel/access';
import { catalogue } from '../device/products';
import { useTill } from '../till-context';
import { PaperReceipt, printPaper } from './paper-receipt';
import { TillModal } from './till-modal';

type Props = { sale: SaleDetail; isFresh: boolean };

/** After paying: the change, large; the receipt, and on to the next customer. */
export function ReceiptWindow({ sale, isFresh }: Props) {
  const till = useTill();
  const receipt = receiptOf(sale, {
    copy: !isFresh,
    footer: catalogue.head()?.receipt_footer ?? null,
  });
  const isUnsent = sale.id === 0;
  return (
    <TillModal
      onClose={till.close}
      title={isUnsent ? 'Sold. It is sent when the server is there' : `Sold: ${sale.number}`}
      size={760}
    >
      <div className="till-sold">
        <div className="till-sold-words">
          <span className="till-sold-mark" aria-hidden>
            <Check size={28} />
          </span>
          {sale.change > 0 ? (
            <p className="till-change" role="status">
              Change
              <b className="figures">{formatPounds(sale.change)}</b>
            </p>
          ) : (
            <p className="till-change" role="status">
              {sale.on_account > 0 ? 'Sold on account' : 'Paid'}
              <b className="figures">{formatPounds(sale.gross)}</b>
            </p>
          )}
          <Button size="lg" fullWidth data-autofocus onClick={till.close}>
            Next customer
          </Button>
          <Button
            size="md"
            fullWidth
            variant="default"
            leftSection={<Printer size={18} />}
            onClick={printPaper}
          >
            Print receipt
          </Button>
          {!isUnsent && hasPermission(till.user, 'view_sale') && (
            <Button
              variant="subtle"
              fullWidth
              renderRoot={props => <Link {...props} to={`/sales/invoices/${sale.id}` as never} />}
            >
              Open the invoice
            </Button>
          )}
        </div>
        <PaperReceipt receipt={receipt} />
      </div>
    </TillModal>
  );
}
