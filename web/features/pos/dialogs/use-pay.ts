import { useRef, useState } from 'react';
import { servePaid } from '../device/print';
import { requestedApprovals } from '../../tills';
import { payBasket, type PayOutcome } from '../device/pay-basket';
import { loadRegister, registerIdOf, registerState } from '../device/register';
import { failureWords } from '../engine/failure-words';
import { refreshCatalogue } from '../device/products';
import { refreshStock } from '../device/stock';
import type { EnteredTender } from '../engine/pay';
import { settleEdit } from '../device/settle-edit';
import { settleExchange } from '../device/settle-exchange';
import { settlingOf } from '../device/settle-once';
import { useUnanswered } from '../device/unanswered';
import { type Till, useTill } from '../till-context';

/** Pays the basket, then shows the receipt, asks for approval or shows the reason. */
export function usePay() {
  const till = useTill();
  const settling = settlingOf(till.basket);
  const kept = useUnanswered(settling?.name ?? '');
  const [sending, setSending] = useState<'first' | 'again' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // Two key presses can be faster than one render.
  const isRunning = useRef(false);

  const pay = async (entered: readonly EnteredTender[], isApproved = false) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setSending(kept ? 'again' : 'first');
    setProblem(null);
    try {
      const outcome = await payOnce(till, entered);
      void refreshStock();
      if (outcome.kind === 'refused') {
        const words = handlePaymentRefusal(till, outcome, () => void pay(entered, true));
        setProblem(words);
        // The approval dialog has replaced this one.
        if (isApproved && words !== null) {
          till.close();
          till.say({ tone: 'danger', text: words });
        }
      } else {
        till.say(null);
        till.open({ kind: 'receipt', sale: outcome.document, isFresh: true });
        // The sale is complete whatever the printer does. The receipt dialog shows any printer problem.
        void servePaid(
          outcome.document,
          entered.map(({ method }) => method),
        );
      }
    } catch (error) {
      console.error(error);
      setProblem(failureWords(error));
    } finally {
      isRunning.current = false;
      setSending(null);
    }
  };
  return {
    pay,
    busy: sending !== null,
    problem,
    dismiss: () => setProblem(null),
    /** What was sent and not answered; the same is sent again. */
    unanswered: kept && sending !== 'first' ? settling : null,
  };
}

const payOnce = (till: Till, entered: readonly EnteredTender[]): Promise<PayOutcome> => {
  const payment = {
    sale: till.sale,
    entered,
    channel: till.channel,
    sessionId: till.sessionId,
    registerId: registerIdOf(registerState.get()),
    user: till.user,
  };
  if (till.basket.replacing) return settleEdit(till.store, payment);
  return till.basket.returning ? settleExchange(till.store, payment) : payBasket(till.store, payment);
};

/** Handles a refusal. Returns the message to show in the payment dialog, unless it is shown elsewhere. */
function handlePaymentRefusal(
  till: Till,
  { refused }: Extract<PayOutcome, { kind: 'refused' }>,
  again: () => void,
): string | null {
  const needs = requestedApprovals(refused);
  if (needs.length > 0) {
    till.open({
      kind: 'approval',
      // The refund within an exchange has its own id.
      clientId: needs.some(({ kind }) => kind === 'refund' || kind === 'large_refund')
        ? (till.basket.returning?.clientId ?? till.basket.clientId)
        : till.basket.clientId,
      needs,
      onApproved: approvals => {
        till.change({ do: 'approved', approvals });
        // The store has the approvals at once, and payment reads them from there.
        again();
      },
    });
    return null;
  }
  till.setRefused(refused);
  // The server has other prices than this device, so fetch them and update the basket.
  if (refused.status === 409) {
    void refreshCatalogue();
    // The till may have been closed elsewhere.
    void loadRegister();
  }
  const fields = Object.entries(refused.errors);
  if (fields.some(([field]) => field.startsWith('lines.'))) {
    till.close();
    return null;
  }
  return fields[0]?.[1][0] ?? refused.message;
}
