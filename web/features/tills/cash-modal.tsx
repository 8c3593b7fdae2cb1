import { Modal, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { tillCashKindNames } from '#domain/tills/till-cash-kind';
import { type CashMovementWrite, type TillSessionDetail, tills } from '#domain/tills/till.contract';
import { request } from '../../platform/api';
import { leaving } from '../../platform/unsaved';
import { MoneyInput } from '../../ui/figure-inputs';
import { Form, useContractForm } from '../../ui/form';
import { typedPounds } from '../../ui/typed-figures';

type Kind = CashMovementWrite['kind'];
type Values = { amount: string; account_code: string; reason: string };
type Props = {
  session: TillSessionDetail;
  kind: Kind;
  onClose: () => void;
  onDone: (message: string) => void;
};

const words: Readonly<Record<Kind, { title: string; submit: string; done: string }>> = {
  paid_in: { title: 'Pay cash in', submit: 'Pay in', done: 'The cash is paid in.' },
  paid_out: { title: 'Pay cash out', submit: 'Pay out', done: 'The cash is paid out.' },
  drop: { title: 'Drop to the safe', submit: 'Drop', done: 'The drop is in the safe.' },
};

/** Cash that comes into a drawer or goes out of it without a sale. */
export function CashModal({ session, kind, onClose, onDone }: Props) {
  const accounts = useQuery({
    queryKey: [tills.cashAccounts.path],
    queryFn: () => request(tills.cashAccounts),
  });
  const options = (accounts.data?.data ?? []).filter(account => account.for === kind);
  const bodyOf = ({ amount, account_code, reason }: Values) => ({
    kind,
    amount: typedPounds(amount),
    reason,
    ...(kind === 'drop' || account_code === '' ? {} : { account_code }),
  });
  const form = useContractForm<Values, TillSessionDetail>({
    schema: z.preprocess(values => bodyOf(values as Values), tills.move.body),
    initial: { amount: '', account_code: '', reason: '' },
    send: (values, idempotencyKey) =>
      request(tills.move, {
        params: { id: session.id },
        body: bodyOf(values),
        idempotencyKey,
        shownInPlace: true,
      }),
    onDone: () => onDone(words[kind].done),
    failure: `${tillCashKindNames[kind]} could not be recorded.`,
  });
  const field = form.form.getInputProps;
  return (
    <Modal opened onClose={() => leaving(onClose)} title={words[kind].title}>
      <Form form={form} submitLabel={words[kind].submit} onCancel={onClose}>
        <MoneyInput label="Amount" required data-autofocus {...field('amount')} />
        {kind !== 'drop' && (
          <NativeSelect
            label={kind === 'paid_in' ? 'From' : 'For'}
            required={kind === 'paid_out'}
            description={
              kind === 'paid_out' && accounts.data && options.length === 0
                ? 'There is no account of a cost yet. Add one under Accounts.'
                : undefined
            }
            data={[
              { value: '', label: kind === 'paid_in' ? 'The safe' : 'Choose a cost' },
              ...options
                .filter(account => account.code !== '1010')
                .map(account => ({ value: account.code, label: `${account.code} ${account.name}` })),
            ]}
            {...field('account_code')}
          />
        )}
        <TextInput label="Reason" required maxLength={200} {...field('reason')} />
      </Form>
    </Modal>
  );
}
