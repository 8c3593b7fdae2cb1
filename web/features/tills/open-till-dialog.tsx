import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import * as z from 'zod';
import { formatPounds, toPence } from '#domain/kernel/money';
import { type TillNow, type TillSessionDetail, tills } from '#domain/tills/till.contract';
import { request } from '../../platform/api';
import { Form, useContractForm } from '../../ui/form/form';
import { GuardedDialog } from '../../ui/dialogs/guarded-dialog';
import { FloatReason, isOtherFloat } from './float-reason';
import { TouchKeypad } from './touch-keypad';
import { CountFields, countBody, suggestedCount, type TypedCount } from './pieces-fields';

type Values = { register_id: string; count: TypedCount; reason: string };
type Props = {
  tills: readonly TillNow[];
  onClose: () => void;
  onDone: (session: TillSessionDetail) => void;
};

/** Opens a till with its float. Suggests what the last session left in the drawer. */
export function OpenTillDialog({ tills: all, onClose, onDone }: Props) {
  // Kept while it is open: a till that was opened without an answer would leave with its form.
  const [free] = useState(() => all.filter(till => till.session === null));
  const [first] = free;
  const form = useContractForm<Values, TillSessionDetail>({
    schema: z.preprocess(values => bodyOf(values as Values), tills.open.body),
    initial: { register_id: String(first?.id ?? ''), count: suggested(first), reason: '' },
    send: (values, idempotencyKey) =>
      request(tills.open, { body: bodyOf(values), idempotencyKey, shownInPlace: true }),
    onDone,
    failure: 'The till could not be opened.',
  });
  const { values, setValues, errors, getInputProps } = form.form;
  const till = free.find(({ id }) => String(id) === values.register_id);
  return (
    <GuardedDialog onClose={onClose} title="Open a till">
      {free.length === 0 ? (
        <p className="dialog-note">
          No registers to open. Every register is already open, or none has been added.
        </p>
      ) : (
        <Form form={form} submitLabel="Open the till" onCancel={onClose}>
          <NativeSelect
            label="Register"
            data={free.map(({ id, name }) => ({ value: String(id), label: name }))}
            {...getInputProps('register_id')}
            onChange={event => {
              const chosen = event.currentTarget.value;
              setValues({
                register_id: chosen,
                count: suggested(free.find(({ id }) => String(id) === chosen)),
                reason: '',
              });
            }}
          />
          {till && till.suggested_float > 0 && (
            <p className="dialog-note">
              The last session left {formatPounds(till.suggested_float)} in the drawer.
            </p>
          )}
          <CountFields
            label="Float"
            count={values.count}
            onChange={count => setValues({ count })}
            errors={errors}
          />
          {(isOtherFloat(till, values.count) || errors.reason) && (
            <FloatReason {...getInputProps('reason')} />
          )}
          <TouchKeypad />
        </Form>
      )}
    </GuardedDialog>
  );
}

const suggested = (till: TillNow | undefined) => suggestedCount(till?.suggested_float ?? toPence(0));

const bodyOf = ({ register_id, count, reason }: Values) =>
  ({ register_id: Number(register_id), ...countBody(count), reason }) as never;
