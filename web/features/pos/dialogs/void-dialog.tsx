import { useState } from 'react';
import { formatPounds, poundsFromPence } from '#domain/kernel/money';
import { tills } from '#domain/tills/till.contract';
import { request } from '../../../platform/api';
import { ApiError, messageOf } from '../../../platform/api-error';
import { tenderWords } from '../device/payment-rules';
import { removedReported } from '../device/till-log';
import { isAnswered, mayBeRecorded, sendUntilAnswered, useUnanswered } from '../device/unanswered';
import { requestedApprovals } from '../../tills';
import type { Basket } from '../engine/basket';
import { voidedGoods } from '../engine/sale-body';
import { type Till, useTill } from '../till-context';
import { Reasons } from './reasons';
import { TillForm } from './till-form';
import { Problem } from './problem';

const reasons = ['Customer changed their mind', 'Entered twice', 'Cannot pay', 'Training'];

const offline = 'The server cannot be reached, so the basket was not voided. Try again.';
const voidName = ({ clientId }: Basket): string => `void ${clientId}`;

async function sendVoid(till: Till, reason: string, approvals: readonly string[]): Promise<void> {
  const { sessionId, sale } = till;
  const basket = till.store.basket.get();
  if (sessionId !== null) {
    // The server asks for approval of what was taken out of it, too.
    await removedReported();
    const voided = {
      client_id: basket.clientId,
      amount: poundsFromPence(sale.gross),
      ...voidedGoods(basket),
      reason,
      approvals: [...basket.approvals, ...approvals],
    };
    await sendUntilAnswered(
      voidName(basket),
      {
        body: voided,
        sentBy: till.user,
        again: {
          what: `Voided basket of ${formatPounds(sale.gross)}`,
          call: 'void',
          id: sessionId,
          basket: till.store.placeOf(basket),
        },
        offline,
      },
      ({ body, key: idempotencyKey }) =>
        request(tills.basketVoided, { params: { id: sessionId }, body, idempotencyKey, shownInPlace: true }),
    );
  }
  await till.store.startNext(basket);
}

/** Voids the basket before payment. It is recorded with the till session and needs permission. */
export function VoidDialog() {
  const till = useTill();
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const name = voidName(till.basket);
  const isUnanswered = useUnanswered(name) !== undefined && !busy;
  const entered = (till.basket.entered ?? []).map(({ method, tendered }) => tenderWords(method, tendered));
  const send = async (approvals: readonly string[] = []) => {
    setBusy(true);
    setProblem(null);
    try {
      await till.store.whileSending(() => sendVoid(till, reason.trim(), approvals));
      till.close();
      till.say({ tone: 'plain', text: 'Basket voided.' });
    } catch (error) {
      const refused = error instanceof ApiError ? error : null;
      const needs = refused ? requestedApprovals(refused) : [];
      if (needs.length > 0)
        till.open({
          kind: 'approval',
          clientId: till.basket.clientId,
          needs,
          onApproved: granted => void send(granted),
        });
      const words = messageOf(error, 'The basket was not voided.');
      setProblem(words);
      setBusy(false);
      // The approval dialog has replaced this one.
      if (approvals.length > 0 && needs.length === 0) {
        till.close();
        till.say({ tone: 'danger', text: isAnswered(name) ? words : mayBeRecorded('voiding this basket') });
      }
    }
  };
  return (
    <TillForm
      title="Void the basket"
      submitLabel={isUnanswered ? 'Send again' : 'Void'}
      onSubmit={() => void send()}
      disabled={reason.trim() === '' && !isUnanswered}
      busy={busy}
    >
      <Problem reason={isUnanswered ? mayBeRecorded('voiding this basket') : problem} />
      {entered.length > 0 && (
        <p className="till-nothing">
          Entered for this basket: {entered.join(', ')}. Return it to the customer: voiding refunds nothing.
        </p>
      )}
      <Reasons value={reason} onChange={setReason} suggestions={reasons} isFirst />
    </TillForm>
  );
}
