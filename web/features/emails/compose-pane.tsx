import { Alert, Button, NativeSelect, Skeleton, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, CircleAlert, Send, Trash2 } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type Draft, drafts } from '#domain/emails/draft.contract';
import { merge } from '#domain/emails/merge-fields';
import { messageOf } from '../../platform/api-error';
import { useUnsaved } from '../../platform/unsaved';
import { AttachmentsCard } from '../../ui/files/attachments-card';
import { enterToNextField } from '../../ui/form/enter-to-next-field';
import { type Notices, useNotice, NoticeAlert } from '../../ui/notice';
import { useIsShown } from '../../ui/shown-together';
import type { MailPlace } from './mail-place';
import { draftToWrite, templateList } from './emails.queries';
import { addressesIn, nameFor, wrongAddress } from './recipients';
import type { DraftFields } from './use-draft';
import { useSending } from './use-sending';

type Props = { id: number; place: MailPlace; notices: Notices };

/** A draft being edited. */
export function ComposePane({ id, place, notices }: Props) {
  const draft = useQuery(draftToWrite(id));
  if (draft.data)
    return <DraftEditor key={draft.data.id} draft={draft.data} place={place} notices={notices} />;
  if (draft.isError)
    return (
      <div className="mail-empty" role="alert">
        <p>{messageOf(draft.error, 'The draft could not be loaded.')}</p>
      </div>
    );
  return <Skeleton height={300} m={16} width="auto" aria-label="Loading the draft" />;
}

const titles: Readonly<Record<Draft['kind'], string>> = {
  new: 'New email',
  reply: 'Reply',
  reply_all: 'Reply to all',
  forward: 'Forward',
};
const saveStateWords = { saved: 'Draft saved', saving: 'Saving…', unsaved: 'Not saved' } as const;

/**
 * The field to write in first has the focus: the recipients of a new email, the text of a reply. Not before it is shown, because
 * what is hidden cannot have it.
 */
function useFirstField<Field extends HTMLElement>(isFirst: boolean): RefObject<Field | null> {
  const field = useRef<Field>(null);
  const [wasFirst] = useState(isFirst);
  const isShown = useIsShown();
  useEffect(() => {
    if (wasFirst && isShown) field.current?.focus();
  }, [wasFirst, isShown]);
  return field;
}

function DraftEditor({ draft, place, notices }: { draft: Draft; place: MailPlace; notices: Notices }) {
  const paneNotices = useNotice();
  const { composed, send, discard, busy } = useSending(draft, place, notices, paneNotices.failed);
  const { written, change, saveState } = composed;
  useUnsaved(() => saveState === 'unsaved');
  const text = useFirstField<HTMLTextAreaElement>(written.to !== '');
  return (
    <form
      className="mail-message mail-letter"
      aria-label={titles[draft.kind]}
      noValidate
      onKeyDown={event => enterToNextField(event, true)}
      onSubmit={event => {
        event.preventDefault();
        void send();
      }}
    >
      <Top draft={draft} saveState={saveState} place={place} />
      <NoticeAlert notices={paneNotices} />
      {composed.problem && (
        <Alert role="alert" color="red" variant="light" icon={<CircleAlert size={18} />} data-notice="danger">
          {composed.problem}
          {composed.otherText && <OtherText {...composed.otherText} />}
        </Alert>
      )}
      <People written={written} change={change} />
      <TextInput
        label="Subject"
        maxLength={250}
        value={written.subject}
        onChange={event => change({ subject: event.currentTarget.value })}
      />
      <TemplateSelect
        onChoose={(subject, body) =>
          change({
            subject: written.subject || subject,
            body: `${body}\n${written.body.startsWith('\n') ? '' : '\n'}${written.body}`,
          })
        }
        values={{ name: nameFor(addressesIn(written.to)[0]), subject: written.subject }}
      />
      <Textarea
        label="Message"
        autosize
        minRows={10}
        maxRows={24}
        maxLength={100_000}
        value={written.body}
        ref={text}
        onChange={event => change({ body: event.currentTarget.value })}
      />
      <AttachmentsCard
        calls={drafts.attachments}
        recordId={draft.id}
        title="Attachments"
        empty="No attachments."
        notices={paneNotices}
      />
      <Foot busy={busy} onDiscard={() => void discard()} />
    </form>
  );
}

const OtherText = ({ keepMine, takeSaved }: { keepMine: () => void; takeSaved: () => void }) => (
  <div className="mail-letter-foot">
    <Button size="xs" variant="default" onClick={keepMine}>
      Keep mine
    </Button>
    <Button size="xs" variant="default" onClick={takeSaved}>
      Take the saved one
    </Button>
  </div>
);

type TopProps = { draft: Draft; saveState: keyof typeof saveStateWords; place: MailPlace };

const Top = ({ draft, saveState, place }: TopProps) => (
  <div className="mail-tools no-print">
    <Button
      className="mail-back"
      variant="subtle"
      size="xs"
      leftSection={<ArrowLeft size={15} />}
      onClick={() => place.go({ draft: undefined })}
    >
      Messages
    </Button>
    <h2 className="mail-letter-title">{titles[draft.kind]}</h2>
    <span className="mail-dim" role="status">
      {saveStateWords[saveState]}
    </span>
  </div>
);

type PeopleProps = { written: DraftFields; change: (changes: Partial<DraftFields>) => void };

/** The recipients. Cc and bcc are shown on request. */
function People({ written, change }: PeopleProps) {
  const [copies, setCopies] = useState(written.cc !== '' || written.bcc !== '');
  return (
    <>
      <div className="mail-to">
        <Recipients label="To" value={written.to} onChange={to => change({ to })} focus={written.to === ''} />
        {!copies && (
          <Button variant="subtle" size="xs" onClick={() => setCopies(true)}>
            Cc and bcc
          </Button>
        )}
      </div>
      {copies && (
        <>
          <Recipients label="Cc" value={written.cc} onChange={cc => change({ cc })} />
          <Recipients label="Bcc" value={written.bcc} onChange={bcc => change({ bcc })} />
        </>
      )}
    </>
  );
}

const Foot = ({ busy, onDiscard }: { busy: boolean; onDiscard: () => void }) => (
  <div className="mail-letter-foot">
    <Button type="submit" leftSection={<Send size={16} />} disabled={busy} aria-busy={busy}>
      {busy ? 'Sending...' : 'Send Email'}
    </Button>
    <Button
      variant="subtle"
      color="red"
      leftSection={<Trash2 size={16} />}
      disabled={busy}
      onClick={onDiscard}
    >
      Discard
    </Button>
  </div>
);

type RecipientProps = { label: string; value: string; onChange: (value: string) => void; focus?: boolean };

function Recipients({ label, value, onChange, focus = false }: RecipientProps) {
  const [isBlurred, setBlurred] = useState(false);
  const input = useFirstField<HTMLInputElement>(focus);
  return (
    <TextInput
      label={label}
      value={value}
      ref={input}
      maxLength={5_000}
      placeholder="name@example.co.uk, …"
      error={isBlurred ? wrongAddress(value) : null}
      onBlur={() => setBlurred(true)}
      onFocus={() => setBlurred(false)}
      onChange={event => onChange(event.currentTarget.value)}
    />
  );
}

type Chosen = {
  onChoose: (subject: string, body: string) => void;
  values: { name: string; subject: string };
};

/** Inserts a template above the text and fills in its placeholders. */
function TemplateSelect({ onChoose, values }: Chosen) {
  const templates = useQuery(templateList);
  if (!templates.data || templates.data.data.length === 0) return null;
  const { data, values: own } = templates.data;
  return (
    <NativeSelect
      label="Template"
      value=""
      data={[
        { value: '', label: 'Insert a template…' },
        ...data.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={event => {
        const chosen = data.find(({ id }) => String(id) === event.currentTarget.value);
        if (!chosen) return;
        const all = { ...own, ...values };
        onChoose(merge(chosen.subject, all), merge(chosen.body, all));
      }}
    />
  );
}
