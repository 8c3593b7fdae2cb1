import { useEffect, useEffectEvent, useState } from 'react';
import type { Pence } from '#domain/kernel/money';
import { openQuestion } from '../../../platform/confirm';
import { useStore } from '../../../platform/store';
import { useTill } from '../till-context';
import { checkingAccount, type PayMethod, useAccountQuery } from './pay-methods';

type Chosen = { readonly method: PayMethod; readonly tendered: Pence };

type Terms = {
  readonly amount: Pence | null;
  /** What is amiss with the entry. */
  readonly missing: string | null;
  readonly setMissing: (reason: string | null) => void;
  readonly add: (method: PayMethod) => void;
};

const notChecked = 'The customer’s account could not be checked. Try again.';

/**
 * Pays by a method that was chosen while the customer's account was still being checked, once it is known. If the amount
 * has changed meanwhile or the till asks something, the user chooses again.
 */
export function useOnceChecked({ amount, missing, setMissing, add }: Terms) {
  const account = useAccountQuery(useTill().basket.customer);
  const [chosen, choose] = useState<Chosen | null>(null);
  const isAsked = useStore(openQuestion) !== null;
  const isSame = chosen?.tendered === amount && !isAsked;
  const next =
    missing !== checkingAccount
      ? null
      : !isSame
        ? 'choose again'
        : account.isError
          ? 'check again'
          : account.data
            ? 'pay'
            : null;
  const goOn = useEffectEvent((now: typeof next) => {
    if (now === 'pay' && chosen) {
      add(chosen.method);
      return;
    }
    if (now === 'check again') void account.refetch();
    if (now !== null) setMissing(now === 'check again' ? notChecked : null);
  });
  useEffect(() => {
    goOn(next);
  }, [next]);
  return choose;
}
