import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { type Pence, penceFromPounds, toPence } from '#domain/kernel/money';
import { typedPounds } from '../../../ui/typed-figures';
import { dueOf } from '../amount-due';
import { unlessScanned } from '../device/listen-for-scans';
import { type EnteredTender, settled, stillDue } from '../engine/pay';
import { useTill } from '../till-context';
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

const penceOf = (typed: string): Pence | null => {
  const tidied = typedPounds(typed);
  return /^\d{1,10}\.\d{2}$/.test(tidied) ? penceFromPounds(tidied) : null;
};

const nothingEntered: readonly EnteredTender[] = [];

/** Why payments that cover the amount do not complete it, as when the basket has changed since. */
function tooMuchReason(due: Pence, tenders: readonly EnteredTender[]): string | null {
  const settlement = settled(due, tenders);
  return tenders.length > 0 && stillDue(due, tenders) === 0 && !settlement.allowed ? settlement.reason : null;
}

/** The payments entered and the state of the form. */
export function useTenderEntry(amountField: RefObject<HTMLInputElement | null>) {
  const till = useTill();
  const isBack = dueOf(till) < 0;
  const due = toPence(Math.abs(dueOf(till)));
  const account = useAccountOf(till.basket.customer);
  // With the basket, so that neither an approval, a refusal nor a crash loses them.
  const tenders = till.basket.entered ?? nothingEntered;
  const setTenders = (entered: readonly EnteredTender[]) => till.change({ do: 'entered', tenders: entered });
  const [typed, setTyped] = useState<string | null>(null);
  const [reference, setReference] = useState('');
  const [missing, setMissing] = useState<string | null>(null);
  // The method that asked for the reference: Enter there is for it.
  const [asking, setAsking] = useState<PayMethod | null>(null);
  const { pay, busy, problem, dismiss, unanswered } = usePay();
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
    return { method, tendered, reference: method === 'cash' ? '' : reference.trim() };
  };
  /** Why an amount cannot be paid or refunded by a method; null when it can. */
  const blockedReason = (method: PayMethod, tendered: Pence | null = amount): string | null =>
    isBack
      ? blockedRefundReason(till, tenders, partOf(method, tendered ?? outstanding))
      : method.blockedReason(till, account);

  const add = (method: PayMethod, tendered: Pence | null = amount) => {
    dismiss();
    if (tendered === null || tendered <= 0) return;
    const missingReason = method === cashMethod ? null : missingReference(method, reference, isBack);
    const reason = blockedReason(method, tendered) ?? missingReason;
    setMissing(reason);
    setAsking(reason !== null && reason === missingReason ? method : null);
    if (reason !== null) return reason === missingReason && document.getElementById('pay-reference')?.focus();
    const next = [...tenders, partOf(method, tendered)];
    setTenders(next);
    setTyped(null);
    setReference('');
    if (settled(due, next).allowed) void pay(next);
  };
  /** Enter takes cash, unless a reference says that it is another method. */
  const enter = () => {
    if (asking) add(asking);
    else if (reference.trim() === '') add(cashMethod);
    else setMissing('Choose the payment method that this reference belongs to.');
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
    problem: problem ?? missing ?? (busy ? null : tooMuchReason(due, tenders)),
    setTenders,
    setTyped,
    setReference,
    pay,
    add,
    enter,
    asking,
    unanswered,
    blockedReason,
  };
}

export type TenderEntry = ReturnType<typeof useTenderEntry>;

/**
 * Keys: Enter takes cash or completes a settled sale, a letter pays by its method. In the reference, Enter is only for a
 * method that was chosen.
 */
export function onPayKey(event: KeyboardEvent, entry: TenderEntry): void {
  const { due, tenders, offered, busy, pay, add, enter, asking, blockedReason } = entry;
  if (event.ctrlKey || event.metaKey || event.altKey || busy) return;
  const inReference = (event.target as HTMLElement).id === 'pay-reference';
  if (event.key === 'Enter' && (event.target as HTMLElement).tagName === 'INPUT') {
    event.preventDefault();
    if (tenders.length > 0 && settled(due, tenders).allowed) void pay(tenders);
    else if (due === 0) void pay([]);
    else if (!inReference || asking || entry.reference.trim() !== '') enter();
    return;
  }
  const method = offered.find(({ key }) => key === event.key.toUpperCase());
  if (!method || inReference || blockedReason(method) !== null) return;
  event.preventDefault();
  unlessScanned(() => add(method));
}
