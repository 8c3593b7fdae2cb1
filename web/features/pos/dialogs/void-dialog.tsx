import { useState } from 'react';
import { ApiError, messageOf } from '../../../platform/api-error';
import { settlingVoid } from '../device/open-request';
import { tenderWords } from '../device/payment-rules';
import { mayBeRecorded, useUnanswered } from '../device/unanswered';
import { requestedApprovals } from '../../tills';
import { voidBasket } from '../device/void-basket';
import { useTill } from '../till-context';
import { enteredIn } from '../till-state';
import { Reasons } from './reasons';
import { TillForm } from './till-form';
import { Problem } from './problem';

const reasons = ['Customer changed their mind', 'Entered twice', 'Cannot pay', 'Training'];

/** Voids the basket before payment. It is recorded with the till session and needs permission. */
export function VoidDialog() {
  const till = useTill();
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { name, what } = settlingVoid(till.basket);
  const isUnanswered = useUnanswered(name) !== undefined && !busy;
  const entered = (till.basket.entered ?? []).map(({ method, tendered }) => tenderWords(method, tendered));
  const send = async (approvals: readonly string[] = []) => {
    setBusy(true);
    setProblem(null);
    const below = enteredIn(till);
    try {
      const words = await till.store.whileSending(() => voidBasket(till, reason.trim(), approvals));
      till.close();
      till.say({ tone: 'plain', text: words });
    } catch (error) {
      const refused = error instanceof ApiError ? error : null;
      const needs = refused ? requestedApprovals(refused) : [];
      if (needs.length > 0)
        till.open({
          kind: 'approval',
          clientId: till.basket.clientId,
          needs,
          onApproved: granted => void send(granted),
          ...(below ? { over: below } : {}),
        });
      // Back from the approval to the reason.
      else if (below) till.open(below);
      setProblem(messageOf(error, 'The basket was not voided.'));
      setBusy(false);
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
      <Problem reason={isUnanswered ? mayBeRecorded(what) : problem} />
      {entered.length > 0 && (
        <p className="till-nothing">
          Entered for this basket: {entered.join(', ')}. Return it to the customer: voiding refunds nothing.
        </p>
      )}
      <Reasons value={reason} onChange={setReason} suggestions={reasons} isFirst />
    </TillForm>
  );
}
