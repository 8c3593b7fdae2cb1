import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import * as z from 'zod';
import { type BooksLock, books } from '#domain/books/books.contract';
import type { BodySent } from '#domain/kernel/call';
import { formatDate, formatMoment } from '#domain/kernel/dates';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { Card } from '../../ui/card';
import { Form, useContractForm } from '../../ui/form/form';
import { LongTable } from '../../ui/table/long-table';
import { DateInput } from '../../ui/dates/date-input';
import { useShownVersion } from '../../ui/form/use-shown-version';

type Moved = (lock: BooksLock) => void;

// An empty field locks no day.
const lockForm = books.lock.body.extend({
  locked_through: z.preprocess(day => day || null, books.lock.body.shape.locked_through),
});

/** The last closed day, its history and, with permission, the form to change it. */
export function LockCard({ lock, onMoved }: { lock: BooksLock; onMoved: Moved }) {
  const { canCall } = useAccess();
  const [shown, begin] = useShownVersion(lock);
  const moved = (next: BooksLock) => {
    begin(next);
    onMoved(next);
  };
  return (
    <Card title="Lock date">
      <p className="lock-words">
        {lock.locked_through === null
          ? 'No lock date is set. You can post to any day up to today that is not in a filed VAT return.'
          : `Locked up to ${formatDate(lock.locked_through)}. Nothing can be posted on or before that day.`}
      </p>
      {canCall(books.lock) && <LockForm key={shown.version} lock={shown} onMoved={moved} />}
      {lock.history.length > 0 && (
        <LongTable
          label="Lock date history"
          rows={lock.history}
          rowKey={move => `${move.moved_at.getTime()}`}
          columns={[
            { header: 'Moved', cell: move => formatMoment(move.moved_at) },
            { header: 'By', kind: 'person', cell: move => move.moved_by },
            {
              header: 'Locked up to',
              cell: move => (move.locked_through === null ? '—' : formatDate(move.locked_through)),
            },
            { header: 'Reason', cell: move => move.reason },
          ]}
          empty="The lock date has not been changed yet."
        />
      )}
    </Card>
  );
}

function LockForm({ lock, onMoved }: { lock: BooksLock; onMoved: Moved }) {
  const [asksUnbilled, setAsksUnbilled] = useState(false);
  const form = useContractForm({
    schema: lockForm,
    initial: {
      locked_through: lock.locked_through ?? '',
      reason: '',
      version: lock.version,
      accept_unbilled: false,
    },
    send: async values => {
      const body = { ...values, locked_through: values.locked_through || null } as BodySent<
        typeof books.lock
      >;
      return request(books.lock, { body, shownInPlace: true }).catch((error: unknown) => {
        setAsksUnbilled(true);
        throw error;
      });
    },
    onDone: onMoved,
    failure: 'The lock date could not be changed.',
    enteredHere: ['reason', 'accept_unbilled'],
  });
  const field = form.form.getInputProps;
  return (
    <Form form={form} submitLabel="Change lock date">
      <div className="form-columns">
        <DateInput label="Lock up to" {...field('locked_through')} />
        <TextInput label="Reason" required maxLength={300} {...field('reason')} />
      </div>
      {asksUnbilled && (
        <Checkbox
          label="Close the period even though some goods received are not billed"
          {...form.form.getInputProps('accept_unbilled', { type: 'checkbox' })}
        />
      )}
    </Form>
  );
}
