import { Button, TextInput } from '@mantine/core';
import { X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatPounds, type Pence, penceFromPounds, poundsFromPence, toPence } from '#domain/kernel/money';
import { tenderName } from '../device/payment-rules';
import { MoneyInput } from '../../../ui/figure-inputs';
import { typedPounds } from '../../../ui/typed-figures';
import { dueOf } from '../amount-due';
import { unlessScanned } from '../device/listen-for-scans';
import { type EnteredTender, quickCash, settled, stillDue } from '../engine/pay';
import {
  cashMethod,
  refundMethods,
  paymentMethodsAccepted,
  missingReference,
  type PayMethod,
  blockedRefundReason,
  useAccountOf,
} from './pay-methods';
import { usePay } from './use-pay';
import { refreshStock } from '../device/stock';
import { shortageReason, startPaying, stockNeeds } from '../till-actions';
import { useTill } from '../till-context';
import { TillDialog } from './till-dialog';
import { Problem } from './problem';

const penceOf = (typed: string): Pence | null => {
  const tidied = typedPounds(typed);
  return /^\d{1,10}\.\d{2}$/.test(tidied) ? penceFromPounds(tidied) : null;
};

/** The payments entered and the state of the form. */
function useTenderEntry(amountField: RefObject<HTMLInputElement | null>) {
  const till = useTill();
  const isBack = dueOf(till) < 0;
  const due = toPence(Math.abs(dueOf(till)));
  const account = useAccountOf(till.basket.customer);
  const [tenders, setTenders] = useState<readonly EnteredTender[]>([]);
  const [typed, setTyped] = useState<string | null>(null);
  const [reference, setReference] = useState('');
  const [missing, setMissing] = useState<string | null>(null);
  const { pay, busy, problem, dismiss } = usePay();
  const outstanding = stillDue(due, tenders);
  const amount = typed === null ? outstanding : penceOf(typed);
  const offered = isBack ? refundMethods() : paymentMethodsAccepted();
  // Select the new remaining amount, so that typing replaces it.
  useEffect(() => {
    if (tenders.length > 0) amountField.current?.select();
  }, [tenders.length, amountField]);

  // Never refund more than is due.
  const partOf = ({ method }: PayMethod, amountTendered: Pence): EnteredTender => {
    const tendered = isBack ? toPence(Math.min(amountTendered, outstanding)) : amountTendered;
    return { method, tendered, reference: reference.trim() };
  };
  /** Why an amount cannot be paid or refunded by a method; null when it can. */
  const blockedReason = (method: PayMethod, tendered: Pence | null = amount): string | null =>
    isBack
      ? blockedRefundReason(till, tenders, partOf(method, tendered ?? outstanding))
      : method.blockedReason(till, account);

  const add = (method: PayMethod, tendered: Pence | null = amount) => {
    dismiss();
    if (tendered === null || tendered <= 0) return;
    const missingReason = missingReference(method, reference, isBack);
    const reason = blockedReason(method, tendered) ?? missingReason;
    setMissing(reason);
    if (reason !== null) return reason === missingReason && document.getElementById('pay-reference')?.focus();
    const next = [...tenders, partOf(method, tendered)];
    setTenders(next);
    setTyped(null);
    setReference('');
    if (settled(due, next).allowed) void pay(next);
  };
  return {
    isBack,
    due,
    account,
    offered,
    tenders,
    typed,
    reference,
    left: outstanding,
    amount,
    busy,
    problem: problem ?? missing,
    setTenders,
    setTyped,
    setReference,
    pay,
    add,
    blockedReason,
  };
}

/** Keys: Enter takes cash or completes a settled sale, a letter pays by its method. */
function onPayKey(event: KeyboardEvent, entry: ReturnType<typeof useTenderEntry>): void {
  const { due, tenders, offered, busy, pay, add, blockedReason } = entry;
  if (event.ctrlKey || event.metaKey || event.altKey || busy) return;
  const inReference = (event.target as HTMLElement).id === 'pay-reference';
  if (event.key === 'Enter' && (event.target as HTMLElement).tagName === 'INPUT') {
    event.preventDefault();
    if (tenders.length > 0 && settled(due, tenders).allowed) void pay(tenders);
    else if (due === 0) void pay([]);
    else add(cashMethod);
    return;
  }
  const method = offered.find(({ key }) => key === event.key.toUpperCase());
  if (!method || inReference || blockedReason(method) !== null) return;
  event.preventDefault();
  unlessScanned(() => add(method));
}

/** Checks stock again before taking money, so that a sale elsewhere is noticed before a card is charged. */
function useStockBeforePaying({ tenders, busy }: ReturnType<typeof useTenderEntry>): void {
  const till = useTill();
  useEffect(() => {
    void refreshStock();
  }, []);
  const shortage = shortageReason(till);
  const goBack = useEffectEvent((text: string) => {
    till.close();
    till.say({ tone: 'danger', text });
  });
  useEffect(() => {
    if (shortage !== null && tenders.length === 0 && !busy) goBack(shortage);
  }, [shortage, tenders.length, busy]);
  const asks = stockNeeds(till).length > 0;
  const askFirst = useEffectEvent(() => startPaying(till));
  useEffect(() => {
    if (asks && shortage === null && tenders.length === 0 && !busy) askFirst();
  }, [asks, shortage, tenders.length, busy]);
}

/** Takes one or more payments, showing the change before the drawer opens. */
export function PayDialog() {
  const till = useTill();
  const amountField = useRef<HTMLInputElement>(null);
  const entry = useTenderEntry(amountField);
  const { isBack, due, tenders, left, amount, busy, problem, setTenders, pay, add } = entry;
  useStockBeforePaying(entry);
  return (
    <TillDialog onClose={() => !busy && till.close()} title={isBack ? 'Refund' : 'Pay'} size={620}>
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
          onRemove={at => setTenders(tenders.filter((_, index) => index !== at))}
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
            <Fields entry={entry} field={amountField} />
            <div className="pay-quick" role="group" aria-label="Cash">
              {(isBack ? [left] : quickCash(left)).map((cash, index) => (
                <button
                  key={cash}
                  type="button"
                  className="pay-quick-amount figures"
                  disabled={busy || (isBack && entry.blockedReason(cashMethod, cash) !== null)}
                  onClick={() => add(cashMethod, cash)}
                >
                  {index === 0 && cash === left ? 'Exact cash' : formatPounds(cash)}
                </button>
              ))}
            </div>
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
  onRemove: (at: number) => void;
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
          <button
            type="button"
            className="till-icon"
            aria-label={`Remove ${tenderName(method)}`}
            onClick={() => onRemove(index)}
          >
            <X size={16} />
          </button>
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

function Methods({ offered, account, blockedReason, disabled, onChoose }: MethodsProps) {
  return (
    <div className="pay-methods" role="group" aria-label="Pay by">
      {offered.map(method => {
        const reason = blockedReason(method);
        return (
          <button
            key={method.method}
            type="button"
            className="pay-method"
            disabled={disabled || reason !== null}
            title={reason ?? undefined}
            onClick={() => onChoose(method)}
          >
            {method.icon}
            <span>{tenderName(method.method)}</span>
            <small>{method.detail(account)}</small>
            <kbd>{method.key}</kbd>
          </button>
        );
      })}
    </div>
  );
}

type FieldsProps = { entry: ReturnType<typeof useTenderEntry>; field: RefObject<HTMLInputElement | null> };

const Fields = ({ entry, field }: FieldsProps) => (
  <div className="pay-fields">
    <MoneyInput
      ref={field}
      label="Amount"
      size="lg"
      data-autofocus
      value={entry.typed ?? poundsFromPence(entry.left)}
      onChange={entry.setTyped}
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
