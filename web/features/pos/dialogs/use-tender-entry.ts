import { type KeyboardEvent, type RefObject, useLayoutEffect, useState } from 'react';
import { type Pence, penceFromPounds, sum, toPence } from '#domain/kernel/money';
import { typedPounds } from '../../../ui/form/typed-figures';
import { dueOf } from '../amount-due';
import { unlessScanned } from '../device/listen-for-scans';
import { type EnteredTender, type Followed, followTotal, settled, stillDue } from '../engine/pay';
import type { Basket } from '../engine/basket';
import { useTill } from '../till-context';
import type { Till } from '../till-state';
import {
  cashMethod,
  checkingAccount,
  refundMethods,
  paymentMethodsAccepted,
  missingReference,
  type PayLimit,
  type PayMethod,
  blockedRefundReason,
  useAccountOf,
} from './pay-methods';
import { useOnceChecked } from './use-once-checked';
import { usePay } from './use-pay';

export const penceOf = (typed: string): Pence | null => {
  const tidied = typedPounds(typed);
  return /^\d{1,10}\.\d{2}$/.test(tidied) ? penceFromPounds(tidied) : null;
};

const nothingEntered: readonly EnteredTender[] = [];

/** Why payments that cover the amount do not complete it, as when the basket has changed since. */
function tooMuchReason(due: Pence, tenders: readonly EnteredTender[]): string | null {
  const settlement = settled(due, tenders);
  return tenders.length > 0 && stillDue(due, tenders) === 0 && !settlement.allowed ? settlement.reason : null;
}

/** The account once these are paid: credit used from the wallet also leaves less room to buy on account (rule W7). */
function afterWallet(
  account: ReturnType<typeof useAccountOf>,
  tenders: readonly EnteredTender[],
): ReturnType<typeof useAccountOf> {
  const used = sum(tenders.filter(({ method }) => method === 'wallet').map(({ tendered }) => tendered));
  return (
    account && {
      ...account,
      wallet: toPence(account.wallet - used),
      balance: toPence(account.balance + used),
    }
  );
}

/** Why a typed amount is more than a method can pay; null when it is not. */
const reasonAbove = (limit: PayLimit | null, tendered: Pence | null): string | null =>
  limit && tendered !== null && tendered > limit.most ? limit.reason : null;

type Choosing = {
  readonly till: Till;
  readonly account: ReturnType<typeof useAccountOf>;
  readonly isBack: boolean;
  readonly tenders: readonly EnteredTender[];
  readonly typed: string | null;
  readonly reference: string;
  readonly outstanding: Pence;
};

/** What a method takes of an amount, and why it cannot. */
function choosing({ till, account, isBack, tenders, typed, reference, outstanding }: Choosing) {
  const limitOf = (method: PayMethod) => (isBack ? null : (method.limit?.(till, account) ?? null));
  // Never refund more than is due. An amount that was not typed is as much as the method can pay.
  const partOf = (choice: PayMethod, wanted: Pence): EnteredTender => {
    const most = isBack ? outstanding : typed === null ? limitOf(choice)?.most : undefined;
    return {
      method: choice.method,
      tendered: toPence(Math.min(wanted, most ?? wanted)),
      reference: choice === cashMethod ? '' : reference.trim(),
    };
  };
  /** Why an amount cannot be paid or refunded by a method; null when it can. */
  const blockedReason = (method: PayMethod, tendered: Pence | null): string | null =>
    isBack
      ? blockedRefundReason(till, tenders, partOf(method, tendered ?? outstanding))
      : (method.blockedReason(till, account) ??
        (typed === null ? null : reasonAbove(limitOf(method), tendered)));
  return { partOf, blockedReason };
}

/** Refunds that were entered pay nothing once an amount is due instead, and the other way round. */
function enteredFor(due: Pence, { entered, enteredFor: before = due }: Basket): readonly EnteredTender[] {
  return entered && due < 0 === before < 0 ? entered : nothingEntered;
}

/** The payments as they follow a total that has changed since, where their method can pay that much. */
function followedBy(till: Till, choice: Pick<Choosing, 'account' | 'isBack'>): Followed | null {
  const due = dueOf(till);
  const followed = followTotal(due, till.basket.enteredFor ?? due, till.basket.entered ?? nothingEntered);
  const offered = choice.isBack ? refundMethods() : paymentMethodsAccepted();
  const method = offered.find(one => one.method === followed?.from.method);
  if (!followed || !method) return null;
  const { tendered } = followed.to;
  const account = choice.isBack ? choice.account : afterWallet(choice.account, followed.others);
  const { blockedReason } = choosing({
    ...choice,
    till,
    account,
    tenders: followed.others,
    typed: '',
    reference: followed.to.reference,
    outstanding: tendered,
  });
  return blockedReason(method, tendered) === null ? followed : null;
}

/** The payments entered and the state of the form. */
export function useTenderEntry(amountField: RefObject<HTMLInputElement | null>) {
  const till = useTill();
  const isBack = dueOf(till) < 0;
  const due = toPence(Math.abs(dueOf(till)));
  // With the basket, so that neither an approval, a refusal nor a crash loses them.
  const tenders = enteredFor(dueOf(till), till.basket);
  const ownAccount = useAccountOf(till.basket.customer);
  const account = afterWallet(ownAccount, isBack ? nothingEntered : tenders);
  const setTenders = (entered: readonly EnteredTender[]) =>
    till.change({ do: 'entered', tenders: entered, due: dueOf(till) });
  const [typed, setTyped] = useState<string | null>(null);
  const [reference, setReference] = useState('');
  const [missing, setMissing] = useState<string | null>(null);
  // The method that asked for the reference: Enter there is for it.
  const [asking, setAsking] = useState<PayMethod | null>(null);
  const { pay, busy, problem, dismiss, unanswered } = usePay();
  const outstanding = stillDue(due, tenders);
  const amount = typed === null ? outstanding : penceOf(typed);
  const offered = isBack ? refundMethods() : paymentMethodsAccepted();
  // Select the new remaining amount as it is shown, so that typing replaces it.
  useLayoutEffect(() => {
    if (tenders.length > 0) amountField.current?.select();
  }, [tenders.length, amountField]);

  const entry = { till, account, isBack, tenders, typed, reference, outstanding };
  const { partOf, blockedReason } = choosing(entry);

  const addOnceChecked = useOnceChecked({ amount, missing, setMissing, add: method => add(method) });
  function add(method: PayMethod, tendered: Pence | null = amount) {
    dismiss();
    if (tendered === null || tendered <= 0) return;
    const missingReason = method === cashMethod ? null : missingReference(method, reference, isBack);
    const reason = blockedReason(method, tendered) ?? missingReason;
    setMissing(reason);
    if (reason === checkingAccount) addOnceChecked({ method, tendered });
    setAsking(reason !== null && reason === missingReason ? method : null);
    if (reason !== null) return reason === missingReason && document.getElementById('pay-reference')?.focus();
    const next = [...tenders, partOf(method, tendered)];
    setTenders(next);
    setTyped(null);
    setReference('');
    if (settled(due, next).allowed) void pay(next);
  }
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
    followed: busy ? null : followedBy(till, { account: ownAccount, isBack }),
    setTenders,
    setTyped,
    setMissing,
    setReference,
    pay,
    add,
    enter,
    asking,
    unanswered,
    blockedReason: (method: PayMethod, tendered: Pence | null = amount) => blockedReason(method, tendered),
  };
}

export type TenderEntry = ReturnType<typeof useTenderEntry>;

/**
 * Keys: Enter takes cash or completes a settled sale, a letter pays by its method. In the reference, Enter is only for a
 * method that was chosen.
 */
export function onPayKey(event: KeyboardEvent, entry: TenderEntry): void {
  const { due, tenders, offered, busy, pay, add, enter, asking } = entry;
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
  if (!method || inReference) return;
  event.preventDefault();
  unlessScanned(() => add(method));
}
