import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import * as z from 'zod';
import { poundsFromPence } from '#domain/kernel/money';
import { type TillSessionDetail, tills } from '#domain/tills/till.contract';
import { varianceWords } from '#domain/tills/variance-words';
import { request } from '../../platform/api';
import { Card } from '../../ui/card';
import { MoneyInput } from '../../ui/form/figure-inputs';
import { Form, useContractForm } from '../../ui/form/form';
import { Money } from '../../ui/money';
import { Tiles } from '../../ui/tiles';
import { typedPounds } from '../../ui/form/typed-figures';
import { enteredTotals, MethodCounts, MethodFields, totalsBody, type TypedTotals } from './method-fields';
import { TouchKeypad } from './touch-keypad';
import { blankCount, CountFields, countBody, type TypedCount } from './pieces-fields';

type Props = { session: TillSessionDetail; onDone: (message: string) => void };

/** Counts a drawer, then closes the till. Expected cash is only shown after the count (rule T2). */
export function CountCard({ session, onDone }: Props) {
  const [isAgain, setAgain] = useState(false);
  if (session.counted === null || isAgain)
    return (
      <Card title="Count the drawer">
        {session.is_blind && (
          <p className="dialog-note">This is a blind count. Expected cash is shown after you count.</p>
        )}
        <CountForm
          session={session}
          onDone={message => {
            setAgain(false);
            onDone(message);
          }}
        />
      </Card>
    );
  return (
    <Card
      title="Close the till"
      actions={
        <Button size="xs" variant="default" onClick={() => setAgain(true)}>
          Count again
        </Button>
      }
    >
      <CloseForm session={session} onDone={onDone} />
    </Card>
  );
}

type Counting = { count: TypedCount; totals: TypedTotals };

function CountForm({ session, onDone }: Props) {
  const bodyOf = ({ count, totals }: Counting) =>
    ({ ...countBody(count), ...totalsBody(totals), version: session.version }) as never;
  const form = useContractForm<Counting, TillSessionDetail>({
    schema: z.preprocess(values => bodyOf(values as Counting), tills.count.body),
    initial: { count: blankCount, totals: enteredTotals(session.methods) },
    send: (values, idempotencyKey) =>
      request(tills.count, {
        params: { id: session.id },
        body: bodyOf(values),
        idempotencyKey,
        shownInPlace: true,
      }),
    onDone: () => onDone('Count saved.'),
    failure: 'The count could not be saved.',
  });
  const { values, setValues, errors } = form.form;
  return (
    <Form form={form} submitLabel="Save count">
      <CountFields
        label="Cash in the drawer"
        count={values.count}
        onChange={count => setValues({ count })}
        errors={errors}
        isAlone
      />
      <MethodFields
        methods={session.methods}
        totals={values.totals}
        onChange={totals => setValues({ totals })}
        errors={errors}
      />
      <TouchKeypad />
    </Form>
  );
}

type Closing = { left: string; reason: string; accepts_unsent: boolean };

function CloseForm({ session, onDone }: Props) {
  const bodyOf = ({ left, reason, accepts_unsent }: Closing) => ({
    reason,
    ...(accepts_unsent ? { accepts_unsent } : {}),
    version: session.version,
    ...(left.trim() === '' ? {} : { left: typedPounds(left) }),
  });
  const form = useContractForm<Closing, TillSessionDetail>({
    schema: z.preprocess(values => bodyOf(values as Closing), tills.close.body),
    initial: {
      left: poundsFromPence(Math.min(session.float, session.counted ?? 0)),
      reason: '',
      accepts_unsent: false,
    },
    send: (values, idempotencyKey) =>
      request(tills.close, {
        params: { id: session.id },
        body: bodyOf(values),
        idempotencyKey,
        shownInPlace: true,
      }),
    onDone: closed => onDone(`Till closed. Its Z report is ${closed.z_number ?? 'ready'}.`),
    failure: 'The till could not be closed.',
  });
  const field = form.form.getInputProps;
  return (
    <Form form={form} submitLabel="Close the till">
      <Tiles
        tiles={[
          { label: 'Expected', value: session.expected === null ? '—' : <Money pence={session.expected} /> },
          { label: 'Counted', value: <Money pence={session.counted ?? 0} /> },
          { label: 'Variance', value: varianceWords(session.difference ?? 0) },
        ]}
      />
      <MethodCounts methods={session.methods} />
      <div className="form-columns">
        <MoneyInput
          label="Next float"
          description="Left in the drawer. The rest goes to the safe."
          autoFocus
          {...field('left')}
        />
        <TextInput
          label="Reason for variance"
          description="Required above the limit, when someone else must also approve the variance."
          maxLength={300}
          {...field('reason')}
        />
      </div>
      {session.unsent.length > 0 && (
        <Checkbox
          label="Close without the sales that have not arrived"
          {...field('accepts_unsent', { type: 'checkbox' })}
        />
      )}
      <TouchKeypad />
    </Form>
  );
}
