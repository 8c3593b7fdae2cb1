import { useState } from 'react';
import { poundsFromPence } from '#domain/kernel/money';
import { tills } from '#domain/tills/till.contract';
import { newIdempotencyKey, request } from '../../../platform/api';
import { ApiError, messageOf } from '../../../platform/api-error';
import { newBasket } from '../device/basket-store';
import { device } from '../device/database';
import { requestedApprovals } from '../../tills';
import { voidedGoods } from '../engine/sale-body';
import { type Till, useTill } from '../till-context';
import { Reasons } from './reasons';
import { TillForm } from './till-form';
import { Problem } from './problem';

const reasons = ['Customer changed their mind', 'Entered twice', 'Cannot pay', 'Training'];

async function sendVoid(till: Till, reason: string, approvals: readonly string[]): Promise<void> {
  const { basket, sessionId, sale } = till;
  if (sessionId !== null)
    await request(tills.basketVoided, {
      params: { id: sessionId },
      body: {
        client_id: basket.clientId,
        amount: poundsFromPence(sale.gross),
        ...voidedGoods(basket),
        reason,
        approvals: [...basket.approvals, ...approvals],
      },
      idempotencyKey: newIdempotencyKey(),
      shownInPlace: true,
    });
  const next = newBasket();
  await device.write(till.store.entryOf(next));
  till.store.show(next);
}

/** Voids the basket before payment. It is recorded with the till session and needs permission. */
export function VoidDialog() {
  const till = useTill();
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (approvals: readonly string[] = []) => {
    setBusy(true);
    setProblem(null);
    try {
      await sendVoid(till, reason.trim(), approvals);
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
      setProblem(messageOf(error, 'The server cannot be reached, so the basket was not voided. Try again.'));
      setBusy(false);
    }
  };
  return (
    <TillForm
      title="Void the basket"
      submitLabel="Void"
      onSubmit={() => void send()}
      disabled={reason.trim() === ''}
      busy={busy}
    >
      <Problem reason={problem} />
      <Reasons value={reason} onChange={setReason} suggestions={reasons} isFirst />
    </TillForm>
  );
}
