import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { imports } from '#domain/imports/import.contract';
import { countOf } from '#domain/kernel/count-of';
import type { SettleChoice, WorkbenchFilter } from '#domain/sales-history/workbench.contract';
import { newIdempotencyKey, request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { enterToNextField } from '../../ui/form/enter-to-next-field';
import { Problem } from './step';

const actions = {
  credit_vat: 'Credit note, VAT reclaimed',
  credit: 'Credit note, no VAT',
  account: 'To an account',
  skip: 'Skip: post nothing',
} as const;
type Action = keyof typeof actions;

type Props = {
  readonly id: number;
  /** The ticked rows, or all rows that match the filter. */
  readonly filter: WorkbenchFilter;
  readonly count: number;
  readonly onSettled: () => void;
};

/** Settles the ticked lines, or all that match. Each call settles a part, repeated until none are left. */
export function SettleForm({ id, filter, count, onSettled }: Props) {
  const [action, setAction] = useState<Action>('credit_vat');
  const [account, setAccount] = useState('6910');
  const [note, setNote] = useState('');
  const [done, setDone] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const queries = useQueryClient();
  const busy = done !== null;
  const settle = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || count === 0) return;
    setProblem(null);
    setDone(0);
    try {
      await settleAll(id, choiceOf(action, { filter, account, note }), setDone);
    } catch (error) {
      setProblem(messageOf(error, 'The lines could not be settled. Try again.'));
    }
    setDone(null);
    onSettled();
    await queries.invalidateQueries();
  };
  return (
    <form
      className="import-settle"
      noValidate
      onKeyDown={event => enterToNextField(event, true)}
      onSubmit={event => void settle(event)}
    >
      {problem && <Problem text={problem} />}
      <div className="import-actions">
        <NativeSelect
          size="xs"
          label="Settle as"
          value={action}
          onChange={event => setAction(event.currentTarget.value as Action)}
          data={Object.entries(actions).map(([value, label]) => ({ value, label }))}
        />
        {action === 'account' && (
          <TextInput
            size="xs"
            label="Account"
            value={account}
            onChange={event => setAccount(event.currentTarget.value)}
          />
        )}
        {action === 'skip' && (
          <TextInput
            size="xs"
            label="Reason"
            value={note}
            onChange={event => setNote(event.currentTarget.value)}
          />
        )}
        <Button type="submit" size="xs" loading={busy} disabled={count === 0}>
          {`Settle ${countOf(count, 'line')}`}
        </Button>
        <span className="import-words figures" role="status">
          {busy ? `${countOf(done, 'line')} settled so far` : ''}
        </span>
      </div>
    </form>
  );
}

type Entered = { readonly filter: WorkbenchFilter; readonly account: string; readonly note: string };

function choiceOf(action: Action, { filter, account, note }: Entered): SettleChoice {
  if (action === 'account') return { action, filter, account };
  if (action === 'skip') return { action, filter, note };
  return { action: 'credit', filter, vat: action === 'credit_vat' ? 'as_sold' : 'none' };
}

async function settleAll(id: number, body: SettleChoice, onDone: (lines: number) => void): Promise<void> {
  let done = 0;
  for (let remaining = 1; remaining > 0; ) {
    const reply = await request(imports.settle, {
      params: { id },
      body,
      idempotencyKey: newIdempotencyKey(),
      shownInPlace: true,
    });
    ({ remaining } = reply);
    done += reply.settled;
    onDone(done);
  }
}
