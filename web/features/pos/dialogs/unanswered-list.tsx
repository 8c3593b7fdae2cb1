import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatMoment } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import { Badge } from '../../../ui/badge';
import { useStore } from '../../../platform/store';
import { refreshCustomersAgain } from '../device/customers';
import { servePaid } from '../device/print';
import { refreshCatalogueAgain } from '../device/products';
import { serveSlip } from '../device/refund-made';
import { nameOfUnanswered } from '../device/send-again';
import { recordedLater, type RecordedLater, sendFromList, takeBack } from '../device/set-aside';
import { isRefused, type Unanswered, useAllUnanswered } from '../device/unanswered';
import { isUntouched } from '../engine/basket';
import { useTill } from '../till-context';
import type { Till } from '../till-state';

/** The requests without an answer whose baskets are not on the screen, by name. */
export function useUnansweredElsewhere(clientId: string): readonly [string, Unanswered<unknown>][] {
  return Object.entries(useAllUnanswered()).filter(([, { again }]) => again?.basket?.clientId !== clientId);
}

/** Requests that made way for the next customer, and exchanges that were recorded since. */
export function UnansweredList() {
  const till = useTill();
  const waiting = useUnansweredElsewhere(till.basket.clientId);
  return (
    <>
      {waiting.map(([name, request]) => (
        <Waiting key={name} name={name} request={request} till={till} />
      ))}
      {useStore(recordedLater).map(recorded => (
        <Recorded key={recorded.document.id} recorded={recorded} till={till} />
      ))}
    </>
  );
}

type WaitingProps = { name: string; request: Unanswered<unknown>; till: Till };

function Waiting({ name, request, till }: WaitingProps) {
  const { aside, sentBy, sentAt } = request;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const refused = aside?.refused ?? null;
  const send = async () => {
    setBusy(true);
    setProblem(null);
    const became = await sendFromList(name, request, till.user.id);
    setBusy(false);
    if (became.kind !== 'recorded') return setProblem(became.reason);
    if (!aside) till.say({ tone: 'plain', text: `${nameOfUnanswered(request)}: recorded.` });
    const recorded = recordedLater.get().at(-1);
    if (aside && recorded) serve(till, recorded);
  };
  const open = async () => {
    // As it was refused, nothing of it is recorded.
    if (!aside || !isUntouched(till.basket)) return setProblem(finishFirst);
    await takeBack(till.store, name, aside);
    // The refusal may be about prices or a price group that this till does not know yet.
    void refreshCatalogueAgain();
    void refreshCustomersAgain();
    till.close();
    if (refused !== null) till.say({ tone: 'danger', text: refused });
  };
  return (
    <li data-status={isRefused(request) ? 'kept' : 'waiting'}>
      <div className="till-unsent-head">
        <b>{nameOfUnanswered(request)}</b>
        {isRefused(request) ? (
          <Badge tone="danger">To resolve</Badge>
        ) : (
          <Badge tone="warning">No answer yet</Badge>
        )}
        <span className="till-unsent-detail">
          {formatMoment(new Date(sentAt))} · {sentBy.name}
        </span>
        {aside && <b className="figures">{formatPounds(aside.gross)}</b>}
      </div>
      {(problem ?? refused) !== null && (
        <p className="till-unsent-problem" role="alert">
          {problem ?? `Not recorded: ${refused}`}
        </p>
      )}
      <div className="till-unsent-actions">
        {isRefused(request) && (
          <Button size="xs" variant="default" disabled={busy} onClick={() => void open()}>
            Open in the basket
          </Button>
        )}
        <Button size="xs" variant="default" loading={busy} onClick={() => void send()}>
          Send again
        </Button>
      </div>
    </li>
  );
}

const finishFirst = 'There is a sale in the basket. Complete or hold it first.';

/** As if the answer had come at once: receipt, slip and drawer. */
function serve(till: Till, { document, refund }: RecordedLater): void {
  till.open({ kind: 'receipt', sale: document, isFresh: true, refund });
  void servePaid(document, refund?.tenders.map(({ method }) => method) ?? []).then(() =>
    refund ? serveSlip(refund).catch(() => undefined) : undefined,
  );
}

const Recorded = ({ recorded, till }: { recorded: RecordedLater; till: Till }) => (
  <li data-status="done">
    <div className="till-unsent-head">
      <b>{recorded.document.number}</b>
      <Badge tone="success">Sent</Badge>
      <span className="till-unsent-detail">{recorded.what}</span>
      <b className="figures">{formatPounds(recorded.document.gross)}</b>
    </div>
    <div className="till-unsent-actions">
      <Button
        size="xs"
        variant="subtle"
        onClick={() =>
          till.open({ kind: 'receipt', sale: recorded.document, isFresh: false, refund: recorded.refund })
        }
      >
        {recorded.refund ? 'Receipt and refund slip' : 'Receipt'}
      </Button>
    </div>
  </li>
);
