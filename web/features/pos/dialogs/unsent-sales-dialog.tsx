import { Button } from '@mantine/core';
import { formatMoment } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import { Badge } from '../../../ui/badge';
import { useStore } from '../../../platform/store';
import { queue, sendAgain } from '../device/queue';
import { sealedSales, type UnsentSale } from '../device/unsent';
import { isUnsent, type QueuedSale } from '../engine/queue';
import { recordedLater } from '../device/set-aside';
import { useTill } from '../till-context';
import type { Till } from '../till-state';
import { TillDialog } from './till-dialog';
import { UnansweredList, useUnansweredElsewhere } from './unanswered-list';

const order = { kept: 0, sending: 1, waiting: 2, done: 3 };
const states = {
  kept: { tone: 'danger', words: 'To resolve' },
  sending: { tone: 'info', words: 'Sending' },
  waiting: { tone: 'warning', words: 'Waiting to send' },
  done: { tone: 'success', words: 'Sent' },
} as const;

/**
 * All unsent sales of this device with the server's reason. A paid sale never becomes a basket again (finding
 * F22): it is sent until it is recorded, and refunded if need be.
 */
export function UnsentSalesDialog() {
  const till = useTill();
  const sales = [...useStore(queue)].sort(
    (a, b) =>
      order[a.status] - order[b.status] || b.document.sold_at.getTime() - a.document.sold_at.getTime(),
  );
  const sealed = useStore(sealedSales);
  const unanswered = useUnansweredElsewhere(till.basket.clientId);
  const recorded = useStore(recordedLater);
  return (
    <TillDialog onClose={till.close} title="Sales on this device" size={760}>
      {sales.length + sealed.length + unanswered.length + recorded.length === 0 && (
        <p className="till-nothing">No sales on this device in the last few days.</p>
      )}
      <ul className="till-unsent">
        <UnansweredList />
        {sealed.map(sale => (
          <SealedSale key={sale.clientId} sale={sale} />
        ))}
        {sales.slice(0, 60).map(sale => (
          <Sale key={sale.clientId} sale={sale} till={till} />
        ))}
      </ul>
    </TillDialog>
  );
}

/** A sale from before this device was wiped: only the server can open it. */
function SealedSale({ sale: { receiptNumber, soldAt, gross, problem } }: { sale: UnsentSale }) {
  return (
    <li data-status="waiting">
      <div className="till-unsent-head">
        <b>{receiptNumber ?? 'Sealed sale'}</b>
        <Badge tone="warning">{states.waiting.words}</Badge>
        <span className="till-unsent-detail">
          {formatMoment(new Date(soldAt))} · sealed, so only the server can read it
        </span>
        <b className="figures">{formatPounds(gross)}</b>
      </div>
      {problem && (
        <p className="till-unsent-problem" role="alert">
          {problem} It will be sent again automatically.
        </p>
      )}
    </li>
  );
}

function Sale({ sale, till }: { sale: QueuedSale; till: Till }) {
  const { document, problem, status } = sale;
  const { tone, words } = states[status];
  return (
    <li data-status={status}>
      <div className="till-unsent-head">
        <b>{sale.number ?? document.number}</b>
        <Badge tone={tone}>{words}</Badge>
        <span className="till-unsent-detail">
          {formatMoment(document.sold_at)} · {sale.userName} · {document.customer.name}
        </span>
        <b className="figures">{formatPounds(document.gross)}</b>
      </div>
      {problem && (
        <p className="till-unsent-problem" role="alert">
          {status === 'kept'
            ? `Kept for a manager: ${problem}`
            : `${problem} It will be sent again automatically.`}
        </p>
      )}
      <div className="till-unsent-actions">
        {isUnsent(sale) && (
          <Button
            size="xs"
            variant="default"
            disabled={status === 'sending'}
            onClick={() => void sendAgain(sale)}
          >
            Send now
          </Button>
        )}
        <Button
          size="xs"
          variant="subtle"
          onClick={() => till.open({ kind: 'receipt', sale: document, isFresh: false })}
        >
          Receipt
        </Button>
      </div>
    </li>
  );
}
