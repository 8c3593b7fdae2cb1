import { useRef, useState } from 'react';
import { servePaid } from '../device/print';
import { requestedApprovals } from '../../tills';
import { refreshCustomersAgain } from '../device/customers';
import { payBasket, type PayOutcome } from '../device/pay-basket';
import { forgetHold } from '../device/held-sales';
import { loadRegister, registerIdOf, registerState } from '../device/register';
import { failureWords } from '../engine/failure-words';
import { refreshCatalogueAgain } from '../device/products';
import { refreshStock } from '../device/stock';
import type { EnteredTender } from '../engine/pay';
import type { Refused } from '../engine/queue';
import { settleEdit } from '../device/settle-edit';
import { settleExchange } from '../device/settle-exchange';
import { serveSlip } from '../device/refund-made';
import { settlingOf } from '../device/settle-once';
import { useUnanswered } from '../device/unanswered';
import { useTill } from '../till-context';
import type { Till } from '../till-state';

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
    if (isRunning.current || till.store.isSending.get()) return;
    isRunning.current = true;
    setSending(kept ? 'again' : 'first');
    setProblem(null);
    try {
      const outcome = await till.store.whileSending(() => payOnce(till, entered));
      void refreshStock();
      if (outcome.kind === 'refused') {
        const words = handlePaymentRefusal(till, outcome, () => void pay(entered, true));
        setProblem(words);
        if (words !== null) sayRefused(till, { words, ...outcome.refused }, isApproved);
      } else {
        till.say(null);
        till.setRefused(null);
        void forgetHold(till.basket);
        const refund = outcome.refund ?? null;
        till.open({ kind: 'receipt', sale: outcome.document, isFresh: true, refund });
        // The sale is complete whatever the printer does. The receipt dialog shows any printer problem.
        void servePaid(
          outcome.document,
          entered.map(({ method }) => method),
        ).then(() => refund && serveSlip(refund).catch(() => undefined));
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

type RefusedWords = Pick<Refused, 'status' | 'current'> & { readonly words: string };

/** What stays on the screen of a refusal once its dialog is closed. */
function sayRefused(till: Till, { words, status, current }: RefusedWords, isApproved: boolean): void {
  // Another user may have changed the sale or quote behind the basket.
  const run = status === 409 && current === undefined ? till.loadAgain : undefined;
  // The approval dialog has replaced the one that shows the reason.
  if (isApproved) till.close();
  if (isApproved || run)
    till.say({ tone: 'danger', text: words, ...(run ? { action: { label: 'Load again', run } } : {}) });
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
  // The server has other prices or another price group, so fetch them and update the basket.
  if (refused.status === 409) {
    void refreshCatalogueAgain();
    void refreshCustomersAgain();
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
