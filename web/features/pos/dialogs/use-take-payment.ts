import { useState } from 'react';
import type { BodySent } from '#domain/kernel/call';
import { type Pence, penceFromPounds, poundsFromPence, toPence } from '#domain/kernel/money';
import type { PaymentMethod } from '#domain/payments/payment.status';
import { tillPayments } from '#domain/wallet/till-payment.contract';
import { request } from '../../../platform/api';
import { messageOf } from '../../../platform/api-error';
import { tenderWords } from '../device/payment-rules';
import { servePayment } from '../device/print';
import {
  type Again,
  canSendAgain,
  forgetUnanswered,
  sendUntilAnswered,
  useUnanswered,
} from '../device/unanswered';
import { useTill } from '../till-context';

export type PaymentKind = 'receipt' | 'top_up';

const offline = 'The server cannot be reached, so the payment was not taken. Try again.';

/** A payment as it is sent, with what was handed over for it. */
type Sent = {
  readonly sessionId: number;
  readonly tendered: Pence;
  readonly payment: BodySent<typeof tillPayments.take>;
};

const againOf = ({ sessionId, payment }: Sent, customer: string | undefined): Again => ({
  what: `${payment.kind === 'top_up' ? 'Wallet top-up' : 'Payment'} of ${tenderWords(payment.payment_method, penceFromPounds(payment.amount))} from ${customer}`,
  call: 'payment',
  id: sessionId,
  sent: payment,
});

type Taken = {
  readonly method: PaymentMethod;
  readonly amount: Pence;
  readonly tendered: Pence;
  readonly reference: string;
};

/** Sends the payment. Without an answer, the same payment is sent again and no other (R12). */
export function useTakePayment(kind: PaymentKind) {
  const till = useTill();
  const { customer, lines } = till.basket;
  const name = `payment ${kind} ${customer?.id}`;
  const [sending, setSending] = useState<'first' | 'again' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const kept = useUnanswered<Sent>(name);
  const send = async (fresh: Sent, nth: 'first' | 'again') => {
    if (till.store.isSending.get()) return;
    setSending(nth);
    setProblem(null);
    try {
      // The dialog stays until the answer, and with it the customer.
      const { reply: payment, sent } = await till.store.whileSending(() =>
        sendUntilAnswered(
          name,
          { body: fresh, sentBy: till.user, again: againOf(fresh, customer?.name), offline },
          ({ key, body }) =>
            request(tillPayments.take, {
              params: { id: body.sessionId },
              idempotencyKey: key,
              shownInPlace: true,
              body: body.payment,
            }),
        ),
      );
      if (lines.length === 0) till.change({ do: 'customer', customer: null });
      const change = toPence(sent.body.tendered - penceFromPounds(sent.body.payment.amount));
      till.open({ kind: 'payment', payment, change, isFresh: true });
      void servePayment(payment);
    } catch (error) {
      setProblem(messageOf(error, 'The payment was not taken.'));
      setSending(null);
    }
  };
  const take = ({ method, amount, tendered, reference }: Taken) => {
    if (sending || till.sessionId === null || !customer) return;
    const fresh = {
      sessionId: till.sessionId,
      tendered,
      payment: {
        customer_id: customer.id,
        kind,
        amount: poundsFromPence(amount),
        payment_method: method,
        // Hidden for cash, where it may have been typed for another method.
        reference: method === 'cash' ? null : reference.trim() || null,
      },
    };
    void send(fresh, 'first');
  };
  // While it is sent for the first time, nothing is amiss.
  const unanswered = sending === 'first' ? undefined : kept;
  return {
    take,
    busy: sending !== null,
    problem,
    unanswered,
    mayResend: unanswered !== undefined && canSendAgain(unanswered, till.user.id),
    resend: () => unanswered && void send(unanswered.body, 'again'),
    forget: () => void forgetUnanswered(name),
  };
}
