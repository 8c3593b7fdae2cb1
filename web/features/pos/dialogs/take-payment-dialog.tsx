import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatPounds, type Pence, penceFromPounds, poundsFromPence } from '#domain/kernel/money';
import type { PaymentMethod } from '#domain/payments/payment.status';
import { MoneyInput } from '../../../ui/form/figure-inputs';
import { typedPounds } from '../../../ui/form/typed-figures';
import { tenderName, tenderWords } from '../device/payment-rules';
import { mayBeRecorded } from '../device/unanswered';
import { useTill } from '../till-context';
import { paymentMethodsAccepted, useAccountOf } from './pay-methods';
import { Problem } from './problem';
import { TillDialog } from './till-dialog';
import { TillForm } from './till-form';
import { type PaymentKind, useTakePayment } from './use-take-payment';

const penceOf = (typed: string): Pence | null => {
  const tidied = typedPounds(typed);
  return /^\d{1,10}\.\d{2}$/.test(tidied) ? penceFromPounds(tidied) : null;
};
const discardPayment = {
  question: 'Discard this payment?',
  consequence: 'It has not been recorded. What you entered will be lost.',
};
const methods = (): readonly PaymentMethod[] =>
  paymentMethodsAccepted().flatMap(({ method }) =>
    method === 'wallet' || method === 'account' ? [] : [method],
  );

/** Takes a payment from the basket's customer, on account or into the wallet. */
export function TakePaymentDialog({ purpose: kind }: { purpose: PaymentKind }) {
  const { customer } = useTill().basket;
  const title = kind === 'top_up' ? `Wallet top-up for ${customer?.name}` : `Payment from ${customer?.name}`;
  const taking = useTakePayment(kind);
  return taking.unanswered ? (
    <UnansweredPayment title={title} taking={taking} />
  ) : (
    <PaymentForm kind={kind} title={title} taking={taking} />
  );
}

type Taking = ReturnType<typeof useTakePayment>;

/** Only an answer tells whether the payment was recorded, so nothing else can be entered. */
function UnansweredPayment({ title, taking }: { title: string; taking: Taking }) {
  const { close } = useTill();
  const { unanswered, mayResend, resend, forget, busy } = taking;
  if (!unanswered) return null;
  const { payment_method, amount } = unanswered.body.payment;
  const what = tenderWords(payment_method, penceFromPounds(amount));
  return (
    <TillDialog onClose={close} title={title} size={480} closeOnClickOutside={false}>
      <div className="till-form">
        <Problem
          reason={
            mayResend
              ? mayBeRecorded(`this payment of ${what}`)
              : `${unanswered.sentBy.name} sent a payment of ${what}, and no answer came from the server. Look for it in the customer’s account before you take another payment.`
          }
        />
        <div className="till-form-buttons" data-at-end>
          <Button variant="default" onClick={close}>
            Close
          </Button>
          {mayResend ? (
            <Button data-autofocus loading={busy} onClick={resend}>
              Send again
            </Button>
          ) : (
            <Button onClick={forget}>I have checked the account</Button>
          )}
        </div>
      </div>
    </TillDialog>
  );
}

type FormProps = { kind: PaymentKind; title: string; taking: Taking };

function PaymentForm({ kind, title, taking }: FormProps) {
  const { customer } = useTill().basket;
  const account = useAccountOf(customer);
  const { take, busy, problem } = taking;
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
      title={title}
      submitLabel={amount ? `Take ${formatPounds(amount)}` : 'Take payment'}
      onSubmit={() => isReady && take({ method, amount, tendered, reference })}
      disabled={!isReady}
      busy={busy}
      size={480}
      discard={typed === null && tenderedText === '' && reference === '' ? null : discardPayment}
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
