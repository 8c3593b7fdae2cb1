import { Button } from '@mantine/core';
import { formatMoment } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import { useStore } from '../../../platform/store';
import { Badge } from '../../../ui/badge';
import { approvalsAsked } from '../device/pay-basket';
import { queue, sendAgain, takeFromQueue } from '../device/queue';
import { isUntouched } from '../engine/basket';
import type { QueuedSale } from '../engine/queue';
import { atReceiptPrices } from '../engine/receipt';
import { type Till, useTill } from '../till-context';
import { TillModal } from './till-modal';

const order = { refused: 0, sending: 1, waiting: 2, done: 3 };
const states = {
  refused: { tone: 'danger', words: 'Not taken' },
  sending: { tone: 'info', words: 'On its way' },
  waiting: { tone: 'warning', words: 'Waits for the server' },
  done: { tone: 'success', words: 'Sent' },
} as const;

/**
 * Every sale of this device that the server has not got, with the reason where it refused one, and what can be done.
 * Nothing leaves this list but to the server or back into the basket.
 */
export function UnsentWindow() {
  const till = useTill();
  const sales = [...useStore(queue)].sort(
    (a, b) =>
      order[a.status] - order[b.status] || b.document.sold_at.getTime() - a.document.sold_at.getTime(),
  );
  return (
    <TillModal onClose={till.close} title="Sales of this device" size={760}>
      {sales.length === 0 && (
        <p className="till-nothing">Nothing has been sold at this device in the last days.</p>
      )}
      <ul className="till-unsent">
        {sales.slice(0, 60).map(sale => (
          <Sale key={sale.clientId} sale={sale} till={till} />
        ))}
      </ul>
    </TillModal>
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
          {Object.values(problem.errors)[0]?.[0] ?? problem.message}
        </p>
      )}
      <div className="till-unsent-actions">
        {status !== 'done' && <Actions sale={sale} till={till} />}
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

/** Whose sale it was stays with it, unless somebody else sends it because that person cannot. */
const asMine = (sale: QueuedSale, till: Till): QueuedSale => ({
  ...sale,
  userId: till.user.id,
  userName: till.user.name,
});

function Actions({ sale, till }: { sale: QueuedSale; till: Till }) {
  const isMine = sale.userId === till.user.id;
  const needs = sale.problem ? approvalsAsked(sale.problem) : [];
  const isPriced = sale.problem?.status === 409;
  const send = (changed: QueuedSale) => void sendAgain(changed);
  const putBack = async () => {
    await takeFromQueue(sale.clientId, till.store.entryOf(sale.basket));
    till.store.show(sale.basket);
    till.close();
  };
  return (
    <>
      {needs.length > 0 && (
        <Button
          size="xs"
          onClick={() =>
            till.open({
              kind: 'approval',
              clientId: sale.clientId,
              needs,
              onApproved: given => {
                const approvals = [...(sale.body.approvals ?? []), ...given];
                send(asMine({ ...sale, body: { ...sale.body, approvals } }, till));
                till.open({ kind: 'unsent' });
              },
            })
          }
        >
          Have it approved
        </Button>
      )}
      {isPriced && (
        <Button
          size="xs"
          onClick={() =>
            send({
              ...sale,
              body: atReceiptPrices(sale.body, sale.document, 'Sold at this price without a network'),
            })
          }
        >
          Send at the prices of the receipt
        </Button>
      )}
      {needs.length === 0 && (
        <Button size="xs" variant="default" onClick={() => send(isMine ? sale : asMine(sale, till))}>
          {isMine ? 'Send now' : `Send in my name instead of ${sale.userName}'s`}
        </Button>
      )}
      {sale.status === 'refused' && (
        <Button
          size="xs"
          variant="default"
          disabled={!isUntouched(till.basket)}
          title={isUntouched(till.basket) ? undefined : 'Pay, hold or void the basket on the screen first.'}
          onClick={() => void putBack()}
        >
          Put back into the basket
        </Button>
      )}
    </>
  );
}
