import { Checkbox, NativeSelect } from '@mantine/core';
import { useRef } from 'react';
import { recentDays } from '#domain/bulk-emails/bulk-email.contract';
import { letters, type ReminderOutcome } from '#domain/wallet/letters.contract';
import { wallets } from '#domain/wallet/wallet.contract';
import { request, requestFile } from '../../platform/api';
import { ApiError } from '../../platform/api-error';
import '../../ui/lines/dialog-lines.css';
import { saveFile } from '../../platform/save-file';
import { EmailDocumentDialog } from '../../ui/dialogs/email-document-dialog';
import { Form, useContractForm } from '../../ui/form/form';
import { GuardedDialog } from '../../ui/dialogs/guarded-dialog';
import type { Period, DialogProps } from './wallet-actions';
import './wallet.css';
import { statementMailDraft } from './wallet.queries';

/** Emails the statement of the period on screen. */
export function StatementEmailDialog({
  statement,
  period,
  onClose,
  onDone,
}: DialogProps & { period: Period }) {
  const { party } = statement;
  const { email: call, pdf } = wallets[party.kind];
  const partyPeriod = { params: { id: party.id }, query: period, shownInPlace: true } as const;
  return (
    <EmailDocumentDialog
      title={`Email the statement of ${party.name}`}
      schema={call.body}
      draft={statementMailDraft(party.kind, party.id, period)}
      paper={() => requestFile(pdf, partyPeriod)}
      send={(body, idempotencyKey) =>
        request(call, {
          params: { id: party.id },
          body: { ...body, ...period },
          idempotencyKey,
          shownInPlace: true,
        })
      }
      failure="The statement could not be sent."
      onClose={onClose}
      onDone={onDone}
    />
  );
}

type Debtor = { readonly id: number; readonly name: string; readonly email: string | null };
type RemindProps = {
  customers: readonly Debtor[];
  /** Only this way, such as of a list from which they are emailed otherwise. */
  how?: 'print';
  onClose: () => void;
  onDone: (message: string, isGood: boolean) => void;
};

/** Sends customers reminders by email or on paper, in the tone of the oldest invoice. */
export function RemindDialog({ customers, how, onClose, onDone }: RemindProps) {
  const silent = customers.filter(({ email }) => email === null).length;
  const saved = useRef(new Set<number>());
  const form = useContractForm<
    { customer_ids: number[]; how: 'email' | 'print'; again: boolean },
    { data: ReminderOutcome[] }
  >({
    schema: letters.remind.body,
    initial: {
      customer_ids: customers.map(({ id }) => id),
      how: how ?? (silent === customers.length ? 'print' : 'email'),
      again: false,
    },
    send: async (body, idempotencyKey) => {
      const reply = await request(letters.remind, { body, idempotencyKey, shownInPlace: true });
      if (body.how === 'print') await saveLetters(reply.data, saved.current);
      return reply;
    },
    onDone: ({ data }) =>
      onDone(
        data.map(({ message }) => message).join('\n'),
        data.every(({ success }) => success),
      ),
    failure: 'The reminders could not be sent.',
    verb: 'sent',
  });
  const isOne = customers.length === 1;
  return (
    <GuardedDialog
      onClose={onClose}
      title={isOne ? `Remind ${customers[0]?.name}` : `Remind ${customers.length} customers`}
      size="lg"
    >
      <Form
        form={form}
        submitLabel={form.form.values.how === 'email' ? 'Send' : 'Print'}
        busyLabel="Working..."
        onCancel={onClose}
      >
        <p className="wallet-note">
          The reminder lists what is overdue. Its tone follows the age of the debt: friendly up to 30 days,
          firmer up to 60, final after that. Reminders you send are listed under Statements and reminders.
        </p>
        {how === undefined && (
          <NativeSelect
            label="Send by"
            data-autofocus
            description={
              form.form.values.how === 'email' && silent > 0
                ? `${isOne ? 'There is' : `${silent} of them have`} no email address`
                : undefined
            }
            data={[
              { value: 'email', label: 'Email, with the reminder attached' },
              { value: 'print', label: 'Post: save a PDF to print' },
            ]}
            {...form.form.getInputProps('how')}
          />
        )}
        <Checkbox
          label="Remind again"
          data-autofocus={how !== undefined || undefined}
          description={`Also customers who had a reminder in the last ${recentDays} days`}
          {...form.form.getInputProps('again', { type: 'checkbox' })}
        />
        {form.form.errors.customer_ids && <p className="line-problem">{form.form.errors.customer_ids}</p>}
      </Form>
    </GuardedDialog>
  );
}

/** Saves a file for each reminder. The reminders are recorded, so a repeat goes on with those that are not saved yet. */
async function saveLetters(outcomes: readonly ReminderOutcome[], saved: Set<number>): Promise<void> {
  const files = outcomes.flatMap(({ letter_id: id, customer }) => (id === null ? [] : [{ id, customer }]));
  for (const { id, customer } of files.filter(file => !saved.has(file.id))) {
    const file = await requestFile(letters.pdf, { params: { id }, shownInPlace: true }).catch(error => {
      throw notSaved(error, saved.size, files.length);
    });
    saveFile(file, `Reminder-${customer.name}.pdf`);
    saved.add(id);
  }
}

const notSaved = (error: unknown, saved: number, all: number): unknown =>
  error instanceof ApiError
    ? new ApiError(error.status, {
        ...(error.code === undefined ? {} : { code: error.code }),
        message: `The reminders are recorded, but only ${saved} of ${all} files were saved. Choose Print again to save the others.`,
      })
    : error;
