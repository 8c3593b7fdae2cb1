import { Checkbox, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import * as z from 'zod';
import { formatPounds, poundsFromPence, toPence } from '#domain/kernel/money';
import { canBounce, payOutMethods } from '#domain/wallet/customer-payment';
import { type CustomerPayment, customerWallet } from '#domain/wallet/customer-wallet.contract';
import type { Statement } from '#domain/wallet/wallet.contract';
import '../../ui/lines/dialog-lines.css';
import { methodsOffered } from '../../platform/payment-names';
import { request } from '../../platform/api';
import { MoneyInput } from '../../ui/form/figure-inputs';
import { type ContractForm, useContractForm } from '../../ui/form/form';
import { FormDialog, ReasonField } from '../../ui/dialogs/form-dialog';
import { type MoneyAnswer, MoneyQuestion, withMoneyAnswer } from '../../ui/dialogs/money-question';
import { Money } from '../../ui/money';
import { parsePounds } from '../../ui/form/typed-figures';
import type { Entry } from './ledger-cards';
import { DrawerField, MoneyFields, type MoneyValues, noMoney, useDrawers } from './money-fields';
import type { DialogProps } from './wallet-actions';
import './wallet.css';

type ReceiptValues = MoneyValues & {
  top_up: boolean;
  allocations: { item_id: number; amount: string }[];
};

type ReceiveProps = DialogProps & {
  isTopUp: boolean;
  /** The number of the invoice that is paid; undefined for the oldest due. */
  invoice?: string;
};

/** Takes a payment from a customer: for invoices, or to keep as credit. */
export function ReceiveDialog({ statement, isTopUp, invoice, onClose, onDone }: ReceiveProps) {
  const { party, today, open_items } = statement;
  // Kept while it is open: what is ticked stays in sight once someone else has settled it.
  const [invoices] = useState(() => open_items.filter(({ side }) => side === 'debit'));
  const paid = invoices.find(({ document_number }) => document_number === invoice);
  const proposed = paid?.open ?? today.outstanding;
  const owed = isTopUp || proposed === 0 ? '' : poundsFromPence(proposed);
  const form = useContractForm<ReceiptValues, CustomerPayment>({
    schema: customerWallet.receive.body,
    initial: {
      ...noMoney('bank_transfer', owed),
      top_up: isTopUp,
      allocations: paid ? [{ item_id: paid.id, amount: owed }] : [],
    },
    send: (body, idempotencyKey) =>
      request(customerWallet.receive, { params: { id: party.id }, body, idempotencyKey, shownInPlace: true }),
    onDone: payment => onDone(receivedWords(payment)),
    failure: 'The payment could not be recorded.',
  });
  return (
    <FormDialog
      title={`${isTopUp ? 'Top up the wallet of' : 'Payment from'} ${party.name}`}
      size={720}
      isDocument
      form={form}
      submitLabel={isTopUp ? 'Top up' : 'Take payment'}
      onClose={onClose}
    >
      <MoneyFields
        form={form.form}
        methods={methodsOffered()}
        amountHint={
          isTopUp
            ? 'Kept in the wallet until it is used'
            : `${formatPounds(proposed)}${paid ? ` of ${invoice}` : ''} is outstanding`
        }
        onAmount={amount =>
          form.form.setFieldValue('allocations', chosen => followingAmount(chosen, invoices, amount))
        }
      />
      {!isTopUp && invoices.length > 0 && <Invoices form={form} invoices={invoices} />}
    </FormDialog>
  );
}

/** The amount of the only invoice chosen follows what is received, up to what is outstanding. */
function followingAmount(
  chosen: ReceiptValues['allocations'],
  invoices: Statement['open_items'],
  received: string,
): ReceiptValues['allocations'] {
  const [only, ...others] = chosen;
  const invoice = invoices.find(({ id }) => id === only?.item_id);
  const pence = parsePounds(received);
  if (!invoice || others.length > 0 || pence === null) return chosen;
  return [{ item_id: invoice.id, amount: poundsFromPence(toPence(Math.min(pence, invoice.open))) }];
}

function receivedWords(payment: CustomerPayment): string {
  const unallocated = payment.amount - payment.allocated_amount;
  const credit = unallocated > 0 ? ` ${formatPounds(unallocated)} of it is kept in the wallet.` : '';
  return `${payment.number}: ${formatPounds(payment.amount)} received.${credit}`;
}

type InvoicesProps = { form: ContractForm<ReceiptValues>; invoices: Statement['open_items'] };

/** The invoices it pays: the oldest due first, or the chosen ones. */
function Invoices({ form: { form }, invoices }: InvoicesProps) {
  const { allocations } = form.values;
  const [isChosen, setChosen] = useState(allocations.length > 0);
  const placeOf = (id: number) => allocations.findIndex(({ item_id }) => item_id === id);
  const choose = (chosen: ReceiptValues['allocations'], isByHand: boolean) => {
    form.setFieldValue('allocations', chosen);
    // Without an invoice it would pay the oldest due, unless it is kept as credit (rule W6).
    form.setFieldValue('top_up', isByHand && chosen.length === 0);
  };
  return (
    <>
      <NativeSelect
        label="Allocate to"
        description="Anything left over stays in the wallet"
        value={isChosen ? 'chosen' : 'oldest'}
        onChange={event => {
          const isByHand = event.currentTarget.value === 'chosen';
          setChosen(isByHand);
          choose([], isByHand);
        }}
        data={[
          { value: 'oldest', label: 'Oldest due first' },
          { value: 'chosen', label: 'Chosen invoices' },
        ]}
      />
      {isChosen && (
        <div className="wallet-invoices">
          {invoices.map(({ id, document_number, open }) => (
            <div key={id} className="wallet-invoice">
              <Checkbox
                label={
                  <>
                    {document_number ?? `Item ${id}`}, <Money pence={open} /> outstanding
                  </>
                }
                checked={placeOf(id) >= 0}
                onChange={event =>
                  choose(
                    event.currentTarget.checked
                      ? [...allocations, { item_id: id, amount: poundsFromPence(open) }]
                      : allocations.filter(({ item_id }) => item_id !== id),
                    true,
                  )
                }
              />
              {placeOf(id) >= 0 && (
                <MoneyInput
                  aria-label={`For ${document_number ?? `item ${id}`}`}
                  {...form.getInputProps(`allocations.${placeOf(id)}.amount`)}
                />
              )}
            </div>
          ))}
          {allocations.length === 0 && (
            <p className="wallet-note">No invoice is chosen, so the whole payment stays in the wallet.</p>
          )}
        </div>
      )}
      {form.errors.allocations && <p className="line-problem">{form.errors.allocations}</p>}
    </>
  );
}

/** Pays out a customer's wallet. */
export function PayOutDialog({ statement, onClose, onDone }: DialogProps) {
  const { party, today } = statement;
  const form = useContractForm<MoneyValues, CustomerPayment>({
    schema: customerWallet.payOut.body,
    initial: noMoney('bank_transfer'),
    send: (body, idempotencyKey) =>
      request(customerWallet.payOut, { params: { id: party.id }, body, idempotencyKey, shownInPlace: true }),
    onDone: ({ number, amount }) => onDone(`${number}: ${formatPounds(amount)} paid out.`),
    failure: 'The money could not be paid out.',
  });
  return (
    <FormDialog
      title={`Pay out to ${party.name}`}
      size={720}
      isDocument
      form={form}
      submitLabel="Pay out"
      onClose={onClose}
    >
      <MoneyFields
        form={form.form}
        methods={payOutMethods}
        amountHint={`${formatPounds(today.unallocated)} is available in the wallet`}
      />
    </FormDialog>
  );
}

type ReverseProps = DialogProps & { entry: Entry; payment: NonNullable<Entry['payment']> };
type ReverseValues = MoneyAnswer & { reason: string; bounced: boolean; session_id: number | null };

/** A payment that bounced is not asked about. */
const withReturned = (values: unknown) =>
  (values as ReverseValues).bounced ? { ...(values as ReverseValues), money: 'back' } : values;

const afterReceipt =
  'If it paid the wrong invoice, use Remove allocation under Credit used; it stays in the wallet. If another customer paid it, use Transfer credit. To give it back, use Pay out.';
const afterPayOut = 'If it is repaid, reverse the pay-out then.';

/** Reverses a payment that was a mistake or bounced. */
export function ReverseEntryDialog({ statement, entry, payment, onClose, onDone }: ReverseProps) {
  const drawers = useDrawers();
  const { document_number: number, credit, debit } = entry;
  const isCash = payment.method === 'cash';
  const isOut = debit > 0;
  const form = useContractForm<ReverseValues, CustomerPayment>({
    schema: z.preprocess(withReturned, withMoneyAnswer(customerWallet.reverse.body)),
    initial: { reason: '', bounced: false, session_id: null, money: '' },
    send: ({ reason, bounced, session_id }, idempotencyKey) =>
      request(customerWallet.reverse, {
        params: { id: payment.id },
        body: { reason, bounced, session_id },
        idempotencyKey,
        shownInPlace: true,
      }),
    onDone: ({ status }) => onDone(`${number} ${status === 'bounced' ? 'recorded as bounced' : 'reversed'}.`),
    failure: 'The payment could not be reversed.',
  });
  const { bounced, money } = form.form.values;
  return (
    <FormDialog
      title={`Reverse ${number}`}
      size="lg"
      isDocument
      form={form}
      submitLabel="Reverse"
      isBlocked={!bounced && money === 'kept'}
      onClose={onClose}
    >
      <p className="wallet-note">
        <Money pence={credit || debit} /> is reversed today, and{' '}
        {isOut ? 'is in the wallet again' : 'what it paid becomes outstanding again'}. Both entries stay.
      </p>
      <ReasonField form={form.form} />
      {isCash && <DrawerField form={form.form} drawers={drawers} />}
      {isCash && drawers?.length === 0 && <p className="wallet-note">This was cash. Open a till first.</p>}
      {credit > 0 && canBounce(payment.method) && (
        <Checkbox
          label="The payment bounced (returned unpaid by the bank)"
          {...form.form.getInputProps('bounced', { type: 'checkbox' })}
        />
      )}
      {!bounced && (
        <MoneyQuestion
          amount={credit || debit}
          isOut={isOut}
          payee={statement.party.name}
          ways={isOut ? afterPayOut : afterReceipt}
          field={form.form.getInputProps('money')}
        />
      )}
    </FormDialog>
  );
}
