import { useState } from 'react';
import type { BodySent } from '#domain/kernel/call';
import { formatPounds, penceFromPounds } from '#domain/kernel/money';
import { type SaleDetail, sales } from '#domain/sales/sale.contract';
import { newClientId } from '../../../platform/client-id';
import { request } from '../../../platform/api';
import { ApiError, messageOf } from '../../../platform/api-error';
import { requestedApprovals } from '../../tills';
import { tenderName } from '../device/payment-rules';
import { serveRefund } from '../device/print';
import { noteOf } from '../device/refund-made';
import {
  type Again,
  isAnswered,
  mayBeRecorded,
  sendUntilAnswered,
  useUnanswered,
} from '../device/unanswered';
import { useTill } from '../till-context';
import { enteredIn, type Till } from '../till-state';

type RefundSent = BodySent<typeof sales.refund>;
/** What is refunded, and how. */
type RefundEntered = Omit<RefundSent, 'client_id' | 'session_id' | 'approvals'>;

const offline = 'The server cannot be reached, so the sale could not be refunded.';

/** Reports the refund by method and offers its slip, or shows why it could not be printed. */
async function reportRefund(till: Till, after: SaleDetail, clientId: string): Promise<void> {
  const note = noteOf(after, clientId);
  const served = note ? serveRefund(after, note) : Promise.resolve(null);
  const parts = note?.tenders.map(
    ({ method, amount }) => `${formatPounds(amount)} ${tenderName(method).toLowerCase()}`,
  );
  till.say({
    tone: 'plain',
    text: `${note?.number ?? 'Refunded'}: ${parts?.join(', ') || formatPounds(note?.gross ?? 0)} refunded.`,
    ...(note
      ? { action: { label: 'Refund slip', run: () => till.open({ kind: 'refunded', sale: after, note }) } }
      : {}),
  });
  const trouble = await served;
  if (trouble !== null) till.say({ tone: 'danger', text: trouble });
}

const againOf = ({ id, number }: SaleDetail, { expected_total: total }: RefundSent): Again => ({
  what: `Refund of ${formatPounds(penceFromPounds(total))} for ${number}`,
  call: 'refund',
  id,
});

/** Refunds part of a sale. Without an answer, the same refund is sent again and no other (R12). */
export function useRefund(sale: SaleDetail, onRefunded: () => void) {
  const till = useTill();
  const [sending, setSending] = useState<'first' | 'again' | null>(null);
  const [problem, setProblem] = useState<string | null>(sale.can.refund.reason ?? null);
  // One refund, however often it is sent.
  const [clientId] = useState(newClientId);
  const name = `refund ${sale.id}`;
  const kept = useUnanswered<RefundSent>(name);
  const send = async (body: RefundSent) => {
    if (till.store.isSending.get()) return;
    const below = enteredIn(till);
    setSending(isAnswered(name) ? 'first' : 'again');
    setProblem(null);
    try {
      // The dialog that sent it, or in which it was approved, stays until the answer.
      const { reply, sent } = await till.store.whileSending(() =>
        sendUntilAnswered(
          name,
          { body, sentBy: till.user, key: body.client_id, again: againOf(sale, body), offline },
          ({ body: same, key: idempotencyKey }) =>
            request(sales.refund, {
              params: { id: sale.id },
              idempotencyKey,
              shownInPlace: true,
              body: same,
            }),
        ),
      );
      onRefunded();
      await reportRefund(till, reply, sent.body.client_id);
    } catch (error) {
      const needs = error instanceof ApiError ? requestedApprovals(error) : [];
      if (needs.length > 0)
        return till.open({
          kind: 'approval',
          clientId: body.client_id,
          needs,
          onApproved: ids => void send({ ...body, approvals: [...ids] }),
          ...(below ? { over: below } : {}),
        });
      const words = isAnswered(name)
        ? messageOf(error, 'The sale was not refunded.')
        : mayBeRecorded('this refund');
      setProblem(words);
      // Back from the approval to what was entered.
      if (below) till.open(below);
    } finally {
      setSending(null);
    }
  };
  const refund = (entered: RefundEntered) =>
    void send({ ...entered, client_id: clientId, session_id: till.sessionId, approvals: [] });
  const unanswered = sending === 'first' ? undefined : kept;
  return {
    refund,
    clientId,
    busy: sending !== null,
    problem,
    unanswered,
    resend: () => unanswered && void send(unanswered.body),
  };
}
