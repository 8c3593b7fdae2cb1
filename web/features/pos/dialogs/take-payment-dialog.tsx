import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatPounds, type Pence, penceFromPounds, poundsFromPence, toPence } from '#domain/kernel/money';
import type { PaymentMethod } from '#domain/payments/payment.status';
import { tillPayments } from '#domain/wallet/till-payment.contract';
import { newIdempotencyKey, request } from '../../../platform/api';
import { messageOf } from '../../../platform/api-error';
import { MoneyInput } from '../../../ui/figure-inputs';
import { typedPounds } from '../../../ui/typed-figures';
import { tenderName } from '../device/payment-rules';
import { servePayment } from '../device/print';
import { type Till, useTill } from '../till-context';
import { paymentMethodsAccepted, useAccountOf } from './pay-methods';
import { Problem } from './problem';
import { TillForm } from './till-form';

type Kind = 'receipt' | 'top_up';

const penceOf = (typed: string): Pence | null => {
  const tidied = typedPounds(typed);
  return /^\d{1,10}\.\d{2}$/.test(tidied) ? penceFromPounds(tidied) : null;
};
const methods = (): readonly PaymentMethod[] =>
  paymentMethodsAccepted().flatMap(({ method }) =>
    method === 'wallet' || method === 'account' ? [] : [method],
  );

/** Sends the payment. Pressing twice sends the same payment. */
function useTaking(till: Till, kind: Kind) {
  const [key] = useState(newIdempotencyKey);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (taken: {
    method: PaymentMethod;
    amount: Pence;
    tendered: Pence;
    reference: string;
  }) => {
    if (busy || till.sessionId === null || !till.basket.customer) return;
    setBusy(true);
    setProblem(null);
    try {
      const payment = await request(tillPayments.take, {
        params: { id: till.sessionId },
        idempotencyKey: key,
        shownInPlace: true,
        body: {
          customer_id: till.basket.customer.id,
          kind,
          amount: poundsFromPence(taken.amount),
          payment_method: taken.method,
          reference: taken.reference.trim() || null,
        },
      });
      if (till.basket.lines.length === 0) till.change({ do: 'customer', customer: null });
      till.open({ kind: 'payment', payment, change: toPence(taken.tendered - taken.amount), isFresh: true });
      void servePayment(payment);
    } catch (error) {
      setProblem(messageOf(error, 'The server cannot be reached, so the payment was not taken. Try again.'));
      setBusy(false);
    }
  };
  return { take, busy, problem };
}

/** Takes a payment from the basket's customer, on account or into the wallet. */
export function TakePaymentDialog({ purpose: kind }: { purpose: Kind }) {
  const till = useTill();
  const { customer } = till.basket;
  const account = useAccountOf(customer);
  const { take, busy, problem } = useTaking(till, kind);
  const [typed, setTyped] = useState<string | null>(null);
  const [method, setMethod] = useState<PaymentMethod>('cash');
  const [tenderedText, setTenderedText] = useState('');
  const [reference, setReference] = useState('');
  const owed = account && account.balance > 0 ? account.balance : null;
  const shown = typed ?? (kind === 'receipt' && owed !== null ? poundsFromPence(owed) : '');
  const amount = penceOf(shown);
  const tendered = method === 'cash' && tenderedText !== '' ? penceOf(tenderedText) : amount;
  const isReady = amount !== null && amount > 0 && tendered !== null && tendered >= amount;
  return (
    <TillForm
      title={kind === 'top_up' ? `Wallet top-up for ${customer?.name}` : `Payment from ${customer?.name}`}
      submitLabel={amount ? `Take ${formatPounds(amount)}` : 'Take payment'}
      onSubmit={() => isReady && void take({ method, amount, tendered, reference })}
      disabled={!isReady}
      busy={busy}
      size={480}
    >
      <p className="till-nothing">
        {account
          ? `Balance due ${formatPounds(Math.max(0, account.balance))}. Wallet balance ${formatPounds(account.wallet)}.`
          : 'Looking up the account…'}
      </p>
      <Problem reason={problem} />
      <MoneyInput label="Amount" size="lg" data-autofocus value={shown} onChange={setTyped} />
      <NativeSelect
        label="Paid by"
        size="md"
        value={method}
        onChange={event => setMethod(event.currentTarget.value as PaymentMethod)}
        data={methods().map(value => ({ value, label: tenderName(value) }))}
      />
      {method === 'cash' ? (
        <MoneyInput
          label="Cash received"
          description={
            isReady && tendered > amount
              ? `Change ${formatPounds(tendered - amount)}`
              : 'Leave blank if exact'
          }
          size="md"
          value={tenderedText}
          onChange={setTenderedText}
        />
      ) : (
        <TextInput
          label="Reference"
          size="md"
          maxLength={60}
          value={reference}
          onChange={event => setReference(event.currentTarget.value)}
        />
      )}
    </TillForm>
  );
}
