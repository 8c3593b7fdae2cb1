import { Button, Checkbox, Group, Skeleton, TextInput, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { type BulkEmailPreview, recentDays } from '#domain/bulk-emails/bulk-email.contract';
import { countOf } from '#domain/kernel/count-of';
import { messageOf } from '../../platform/api-error';
import { isReadBelow } from '../../platform/reload';
import { enterToNextField } from '../../ui/form/enter-to-next-field';
import { GuardedDialog } from '../../ui/dialogs/guarded-dialog';
import { holdInput } from '../../ui/form/hold-input';
import { LinkButton } from '../../ui/links';
import { NoticeAlert } from '../../ui/notice';
import type { BulkSelection } from '../../ui/list/use-list-selection';
import { BulkEmailExample } from './bulk-email-example';
import { BulkEmailProgress } from './bulk-email-progress';
import { LeftOut, Recipients } from './bulk-email-recipients';
import type { BulkEmailTerms } from './bulk-email-terms';
import { bulkEmailById, whileUnderWay } from './bulk-emails.queries';
import { useBulkEmail } from './use-bulk-email';
import '../../ui/form/form.css';
import './bulk-emails.css';

type Props = {
  terms: BulkEmailTerms;
  selection: BulkSelection;
  onClose: () => void;
  /** It was closed after it had been started. */
  onDone: () => void;
};

/** Emails many records of a list, each to its own address: a preview, the texts, and the progress. */
export function BulkEmailDialog({ terms, selection, onClose: close, onDone }: Props) {
  const dialog = useBulkEmail(terms, selection);
  const onClose = () => {
    close();
    if (dialog.startedId !== null) onDone();
  };
  return (
    <GuardedDialog onClose={onClose} title={terms.action} size="xl">
      <NoticeAlert notices={dialog.notices} />
      {dialog.startedId === null ? (
        <Preparing terms={terms} dialog={dialog} onClose={onClose} />
      ) : (
        <Started id={dialog.startedId} terms={terms} onClose={onClose} />
      )}
    </GuardedDialog>
  );
}

type Dialog = ReturnType<typeof useBulkEmail>;

function Preparing({
  terms,
  dialog,
  onClose,
}: {
  terms: BulkEmailTerms;
  dialog: Dialog;
  onClose: () => void;
}) {
  const { data, error } = dialog.preview;
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => (dialog.busy ? holdInput(form.current) : undefined), [dialog.busy]);
  if (!data)
    return error ? (
      <p role="alert">{messageOf(error, 'The preview could not be loaded. Try again.')}</p>
    ) : (
      <Skeleton height={480} />
    );
  const submit = () => {
    if (dialog.canStart && !dialog.busy) void dialog.start();
  };
  return (
    <form
      ref={form}
      className="form"
      noValidate
      onKeyDown={event => enterToNextField(event, true)}
      onSubmit={event => {
        event.preventDefault();
        submit();
      }}
    >
      <Recipients preview={data} terms={terms} />
      <LeftOut preview={data} terms={terms} />
      <Choices terms={terms} dialog={dialog} preview={data} />
      <Texts terms={terms} dialog={dialog} />
      <BulkEmailExample example={data.example} texts={dialog.texts} />
      <div className="bulk-email-foot">
        <p className="bulk-email-hint">
          Sent emails cannot be undone. You can stop the rest while they are being sent.
        </p>
        <Group justify="flex-end" gap={8}>
          <Button variant="default" disabled={dialog.busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={dialog.busy} disabled={!dialog.canStart}>
            {dialog.isUnanswered ? 'Send again' : `Email ${countOf(data.sending, terms.one)}`}
          </Button>
        </Group>
      </div>
    </form>
  );
}

function Choices({
  terms,
  dialog,
  preview,
}: {
  terms: BulkEmailTerms;
  dialog: Dialog;
  preview: BulkEmailPreview;
}) {
  const { options, changeOptions, errors } = dialog;
  return (
    <div className="bulk-email-choices">
      {terms.renderOptions?.(options, changeOptions, errors)}
      {preview.recent > 0 && terms.recently !== null && (
        <Checkbox
          label={`Skip ${preview.recent.toLocaleString('en-GB')} ${terms.recently ?? 'emailed'} in the last ${recentDays} days`}
          checked={options.skip_recent === true}
          onChange={event => changeOptions({ skip_recent: event.currentTarget.checked })}
        />
      )}
    </div>
  );
}

function Texts({ terms, dialog: { texts, setText, errors } }: { terms: BulkEmailTerms; dialog: Dialog }) {
  const fields = Object.entries(terms.calls.fields);
  return (
    <>
      <TextInput
        label="Subject"
        required
        maxLength={200}
        data-autofocus
        value={texts.subject}
        error={errors.subject}
        onChange={event => setText('subject', event.currentTarget.value)}
      />
      <Textarea
        label="Message"
        required
        rows={4}
        maxLength={4000}
        value={texts.message}
        error={errors.message}
        onChange={event => setText('message', event.currentTarget.value)}
      />
      <details className="bulk-email-more">
        <summary>Placeholders</summary>
        <dl className="bulk-email-fields">
          {fields.map(([name, meaning]) => (
            <div key={name}>
              <dt>{`{{${name}}}`}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}

/** The bulk email while it is sent, and its result. */
function Started({ id, terms, onClose }: { id: number; terms: BulkEmailTerms; onClose: () => void }) {
  const { data } = useQuery({ ...bulkEmailById(id), refetchInterval: whileUnderWay });
  const queries = useQueryClient();
  // The form that had the focus is gone.
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const isOver = data !== undefined && data.state !== 'running';
  const { list } = terms;
  useEffect(() => {
    if (isOver) void queries.invalidateQueries({ predicate: query => isReadBelow(query, list) });
  }, [isOver, list, queries]);
  return (
    <>
      {data && (
        <BulkEmailProgress
          bulkEmail={data}
          canStop
          onChange={next => {
            // An answer that is on its way is from before the stop.
            void queries.cancelQueries({ queryKey: bulkEmailById(id).queryKey });
            queries.setQueryData(bulkEmailById(id).queryKey, next);
          }}
        />
      )}
      <Group justify="flex-end" gap={8} mt={16}>
        <LinkButton to="/bulk-emails/$id" params={{ id: String(id) }} variant="default">
          View details
        </LinkButton>
        <Button ref={button} onClick={onClose}>
          Done
        </Button>
      </Group>
    </>
  );
}
