import { Button, TextInput } from '@mantine/core';
import { X } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatPounds, type Pence, poundsFromPence } from '#domain/kernel/money';
import { tenderName, tenderWords } from '../device/payment-rules';
import { mayBeRecorded } from '../device/unanswered';
import { MoneyInput } from '../../../ui/form/figure-inputs';
import { type EnteredTender, quickCash, settled } from '../engine/pay';
import { cashMethod, type PayMethod, type useAccountOf } from './pay-methods';
import { onPayKey, penceOf, type TenderEntry, useTenderEntry } from './use-tender-entry';
import { canSetAside, setAside } from '../device/set-aside';
import { failureWords } from '../engine/failure-words';
import { FollowTotal } from './follow-total';
import { refreshStock } from '../device/stock';
import { shortageReason, startPaying, stockNeeds } from '../till-actions';
import { useTill } from '../till-context';
import { type Discard, TillDialog } from './till-dialog';
import { Problem } from './problem';

/** Checks stock again before taking money, so that a sale elsewhere is noticed before a card is charged. */
function useStockBeforePaying({ tenders, busy, unanswered }: TenderEntry): void {
  const till = useTill();
  const isStarted = tenders.length > 0 || busy || unanswered !== null;
  useEffect(() => {
    void refreshStock();
  }, []);
  const shortage = shortageReason(till);
  const goBack = useEffectEvent((text: string) => {
    till.close();
    till.say({ tone: 'danger', text });
  });
  useEffect(() => {
    if (shortage !== null && !isStarted) goBack(shortage);
  }, [shortage, isStarted]);
  const asks = stockNeeds(till).length > 0;
  const askFirst = useEffectEvent(() => startPaying(till));
  useEffect(() => {
    if (asks && shortage === null && !isStarted) askFirst();
  }, [asks, shortage, isStarted]);
}

/** Takes one or more payments, showing the change before the drawer opens. */
export function PayDialog() {
  const till = useTill();
  const amountField = useRef<HTMLInputElement>(null);
  const entry = useTenderEntry(amountField);
  const { isBack, due, tenders, left, amount, busy, problem, setTenders, pay, add } = entry;
  useStockBeforePaying(entry);
  const title = isBack ? 'Refund' : 'Pay';
  if (entry.unanswered) return <UnansweredSale entry={entry} />;
  const close = () => {
    if (busy) return;
    setTenders([]);
    till.close();
  };
  return (
    <TillDialog onClose={close} title={title} size={620} discard={busy ? null : discardOf(tenders)}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the dialog, wherever the cursor is in it */}
      <div className="pay" onKeyDown={event => onPayKey(event, entry)}>
        <div className="pay-due">
          <span>
            {tenders.length === 0 ? (isBack ? 'To refund' : 'To pay') : left > 0 ? 'Left to pay' : 'Paid'}
          </span>
          <b className="figures">{formatPounds(tenders.length === 0 ? due : left)}</b>
        </div>
        <Problem reason={problem} />
        <EnteredTenders
          tenders={tenders}
          {...(busy
            ? {}
            : { onRemove: (at: number) => setTenders(tenders.filter((_, index) => index !== at)) })}
        />
        {due === 0 ? (
          <Button size="lg" data-autofocus loading={busy} onClick={() => void pay([])}>
            Complete (nothing to pay)
          </Button>
        ) : (
          <>
            {tenders.length > 0 && settled(due, tenders).allowed && (
              // Retries a refused attempt with the same payments.
              <Button size="lg" loading={busy} onClick={() => void pay(tenders)}>
                Complete the sale
              </Button>
            )}
            {entry.followed && <FollowTotal followed={entry.followed} entry={entry} />}
            <Fields entry={entry} field={amountField} />
            <QuickCash entry={entry} />
            <Methods
              offered={entry.offered}
              account={entry.account}
              blockedReason={entry.blockedReason}
              disabled={busy || amount === null || amount <= 0}
              onChoose={add}
            />
            {!isBack && <ChangeLine typed={amount} outstanding={left} />}
          </>
        )}
      </div>
    </TillDialog>
  );
}

const QuickCash = ({ entry: { isBack, left, busy, blockedReason, add } }: { entry: TenderEntry }) => (
  <div className="pay-quick" role="group" aria-label="Cash">
    {(isBack ? [left] : quickCash(left)).map((cash, index) => (
      <button
        key={cash}
        type="button"
        className="pay-quick-amount figures"
        disabled={busy}
        aria-disabled={isBack && blockedReason(cashMethod, cash) !== null}
        onClick={() => add(cashMethod, cash)}
      >
        {index === 0 && cash === left ? 'Exact cash' : formatPounds(cash)}
      </button>
    ))}
  </div>
);

/** What would be lost: a card may have been charged already. */
function discardOf(tenders: readonly EnteredTender[]): Discard | null {
  const parts = tenders.map(({ method, tendered }) => tenderWords(method, tendered));
  if (parts.length === 0) return null;
  const question =
    parts.length === 1
      ? `${parts[0]} has been entered. Discard it?`
      : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)} have been entered. Discard them?`;
  const isCash = tenders.every(({ method }) => method === 'cash');
  return isCash
    ? { question }
    : {
        question,
        consequence: 'Nothing is refunded here. Cancel what has been charged on the card terminal.',
      };
}

/** An exchange or an edited sale whose answer was lost. Only an answer tells what else may be entered. */
function UnansweredSale({ entry }: { entry: TenderEntry }) {
  const till = useTill();
  const { unanswered, busy, pay, tenders } = entry;
  const [problem, setProblem] = useState<string | null>(null);
  if (!unanswered) return null;
  const makeWay = async () => {
    try {
      await till.store.whileSending(() => setAside(till.store));
      till.close();
      till.say({ tone: 'plain', text: entry.isBack ? refundLater : takenAsEntered });
    } catch (error) {
      setProblem(failureWords(error));
    }
  };
  return (
    <TillDialog
      onClose={() => !busy && till.close()}
      title="No answer yet"
      size={620}
      closeOnClickOutside={false}
    >
      <div className="pay">
        <Problem reason={problem ?? mayBeRecorded(unanswered.what)} />
        <EnteredTenders tenders={tenders} />
        <Button size="lg" data-autofocus loading={busy} onClick={() => void pay(tenders)}>
          Send again
        </Button>
        {canSetAside(till.basket) && (
          <Button size="lg" variant="default" disabled={busy} onClick={() => void makeWay()}>
            Set aside for the next customer
          </Button>
        )}
      </div>
    </TillDialog>
  );
}

const refundLater =
  'The exchange is set aside and sent again when you are back online. Refund the customer once Sales on this device shows it as sent.';
const takenAsEntered =
  'The exchange is set aside and sent again when you are back online, paid as it was entered.';

const ChangeLine = ({ typed, outstanding }: { typed: Pence | null; outstanding: Pence }) =>
  typed !== null && typed > outstanding ? (
    <p className="pay-change" role="status">
      Change in cash: <b className="figures">{formatPounds(typed - outstanding)}</b>
    </p>
  ) : null;

function EnteredTenders({
  tenders,
  onRemove,
}: {
  tenders: readonly EnteredTender[];
  onRemove?: (at: number) => void;
}) {
  if (tenders.length === 0) return null;
  return (
    <ul className="pay-entered" aria-label="Payments entered">
      {tenders.map(({ method, tendered, reference }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two alike are two
        <li key={index}>
          <span>
            {tenderName(method)}
            {reference && ` ${reference}`}
          </span>
          <b className="figures">{formatPounds(tendered)}</b>
          {onRemove && (
            <button
              type="button"
              className="till-icon"
              aria-label={`Remove ${tenderName(method)}`}
              onClick={() => onRemove(index)}
            >
              <X size={16} />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

type MethodsProps = {
  offered: readonly PayMethod[];
  account: ReturnType<typeof useAccountOf>;
  blockedReason: (method: PayMethod) => string | null;
  disabled: boolean;
  onChoose: (method: PayMethod) => void;
};

/** A method that cannot be chosen says why when it is: touch and keyboard have no other way to ask. */
function Methods({ offered, account, blockedReason, disabled, onChoose }: MethodsProps) {
  const till = useTill();
  return (
    <div className="pay-methods" role="group" aria-label="Pay by">
      {offered.map(method => {
        const reason = blockedReason(method);
        return (
          <button
            key={method.method}
            type="button"
            className="pay-method"
            disabled={disabled}
            aria-disabled={reason !== null}
            title={reason ?? undefined}
            onClick={() => onChoose(method)}
          >
            {method.icon}
            <span>{tenderName(method.method)}</span>
            <small>{method.detail(account, till)}</small>
            <kbd>{method.key}</kbd>
          </button>
        );
      })}
    </div>
  );
}

type FieldsProps = { entry: TenderEntry; field: RefObject<HTMLInputElement | null> };

const Fields = ({ entry, field }: FieldsProps) => (
  <div className="pay-fields">
    <MoneyInput
      ref={field}
      label="Amount"
      size="lg"
      data-autofocus
      value={entry.typed ?? poundsFromPence(entry.left)}
      onChange={text => {
        // The reason may have been the amount. Leaving the field only tidies it.
        if (penceOf(text) !== entry.amount) entry.setMissing(null);
        entry.setTyped(text);
      }}
      onFocus={event => event.currentTarget.select()}
      disabled={entry.busy}
    />
    <TextInput
      id="pay-reference"
      label="Reference"
      size="lg"
      placeholder="Last four digits"
      maxLength={60}
      value={entry.reference}
      onChange={event => entry.setReference(event.currentTarget.value)}
      disabled={entry.busy}
    />
  </div>
);
