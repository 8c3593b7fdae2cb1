import { Alert, Button, Loader, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Forward, ImageOff, MailOpen, Paperclip, Reply, ReplyAll } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { drafts } from '#domain/emails/draft.contract';
import { inbox, type MessageDetail } from '#domain/emails/inbox.contract';
import type { FolderRole } from '#domain/emails/mail-folders.contract';
import { formatMoment } from '#domain/kernel/dates';
import { sizeInWords } from '#domain/kernel/size-in-words';
import { useAccess } from '../../platform/access';
import { request, requestFile } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { saveFile } from '../../platform/save-file';
import { useShortcut } from '../../platform/shortcuts';
import type { Notices } from '../../ui/notice';
import { SandboxedFrame } from './sandboxed-frame';
import { MailActButtons } from './mail-act-buttons';
import type { MailPlace } from './mail-place';
import { messageById, useReloadMail } from './emails.queries';
import { MailText } from './mail-text';
import { MessageThread } from './message-thread';
import { RecordAnchors } from './record-anchors';
import type { MailActions } from './use-mail-actions';
import { useCompose } from './use-compose';

/** The actions for messages and the folder they are in. */
export type PaneActions = { acts: MailActions; role: FolderRole | null; onMove: () => void };
type Props = { id: number; place: MailPlace; notices: Notices; actions: PaneActions };

/** How soon to check again for a text that is being fetched. */
const fetchedSoonMs = 1_500;

/** A message: sanitised text, attachments, conversation and linked records. */
export function MessagePane({ id, place, notices, actions }: Props) {
  const [pictures, setPictures] = useState(false);
  const message = useQuery({
    ...messageById(id, pictures),
    refetchInterval: ({ state }) => isBeingFetched(state.data) && fetchedSoonMs,
  });
  const open = useOpening(notices);
  const opened = useEffectEvent(() => void open(id));
  const isLoaded = message.data !== undefined;
  const isUnread = message.data?.seen === false;
  const isWaiting = message.data?.body_state === 'waiting';
  const shown = useRef<number>(null);
  useEffect(() => {
    if (!isLoaded) return;
    // A message that is open already stays unread if a colleague marks it so.
    const isFirst = shown.current !== id;
    shown.current = id;
    if (isWaiting || (isFirst && isUnread)) opened();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- unread is asked for once
  }, [id, isLoaded, isWaiting]);
  if (message.data)
    return (
      <Message
        message={message.data}
        place={place}
        notices={notices}
        actions={actions}
        pictures={{ shown: pictures, show: () => setPictures(true) }}
      />
    );
  if (message.isError)
    return (
      <div className="mail-empty" role="alert">
        <p>{messageOf(message.error, 'The message could not be loaded.')}</p>
        <Button variant="default" onClick={() => void message.refetch()}>
          Try again
        </Button>
      </div>
    );
  return (
    <div className="mail-loading" role="status" aria-label="Loading the message">
      <Skeleton height={28} width="60%" />
      <Skeleton height={40} />
      <Skeleton height={260} />
    </div>
  );
}

const isBeingFetched = (message: MessageDetail | undefined) =>
  message?.body_state === 'waiting' || message?.body_state === 'wanted';

/** Fetches the text and, for users who can reply, marks the message as read. */
function useOpening(notices: Notices) {
  const reload = useReloadMail(inbox.folders, inbox.messages);
  return async (id: number) => {
    try {
      await request(inbox.read, { params: { id }, shownInPlace: true });
      await reload();
    } catch (error) {
      notices.failed(messageOf(error, 'The message could not be updated.'));
    }
  };
}

type Pictures = { readonly shown: boolean; readonly show: () => void };
type MessageProps = {
  message: MessageDetail;
  place: MailPlace;
  notices: Notices;
  actions: PaneActions;
  pictures: Pictures;
};

function Message({ message, place, notices, actions, pictures }: MessageProps) {
  const { canCall } = useAccess();
  // A reply needs the address and text that are still being fetched.
  const canWrite = canCall(drafts.begin);
  const isWaiting = isBeingFetched(message);
  const { begin, busy } = useCompose(place, notices);
  const answer = (kind: 'reply' | 'reply_all' | 'forward') => void begin({ kind, answers_id: message.id });
  useShortcut('r', 'Reply', () => answer('reply'), canWrite && !isWaiting);
  useShortcut('a', 'Reply to all', () => answer('reply_all'), canWrite && !isWaiting);
  useShortcut('f', 'Forward', () => answer('forward'), canWrite && !isWaiting);
  return (
    <article className="mail-message" aria-label={message.subject || 'No subject'}>
      <div className="mail-tools no-print">
        <Button
          className="mail-back"
          variant="subtle"
          size="xs"
          leftSection={<ArrowLeft size={15} />}
          onClick={() => place.go({ message: undefined })}
        >
          Messages
        </Button>
        {canWrite && (
          <>
            <Tool icon={Reply} label="Reply" disabled={busy || isWaiting} onClick={() => answer('reply')} />
            <Tool
              icon={ReplyAll}
              label="Reply to all"
              disabled={busy || isWaiting}
              onClick={() => answer('reply_all')}
            />
            <Tool
              icon={Forward}
              label="Forward"
              disabled={busy || isWaiting}
              onClick={() => answer('forward')}
            />
          </>
        )}
        {actions.acts.canAct && (
          <Tool
            icon={MailOpen}
            label="Mark as unread"
            onClick={() => {
              place.go({ message: undefined });
              void actions.acts.mark('unread', [message.id]);
            }}
          />
        )}
        <MailActButtons {...actions} acts={onlyThis(actions.acts, message.id)} state={message} />
      </div>
      <h2 className="mail-subject">{message.subject || 'No subject'}</h2>
      <Head message={message} notices={notices} />
      <Text message={message} pictures={pictures} />
      <Files message={message} notices={notices} />
      <MessageThread message={message} place={place} />
    </article>
  );
}

/** These buttons apply to the open message, whatever is selected in the list. */
const onlyThis = (acts: MailActions, id: number): MailActions => ({
  ...acts,
  moveTo: to => acts.moveTo(to, [id]),
  mark: as => acts.mark(as, [id]),
});

type ToolProps = { icon: typeof Reply; label: string; onClick: () => void; disabled?: boolean };
const Tool = ({ icon: Icon, label, onClick, disabled = false }: ToolProps) => (
  <Button variant="default" size="xs" leftSection={<Icon size={15} />} disabled={disabled} onClick={onClick}>
    {label}
  </Button>
);

const Head = ({ message, notices }: { message: MessageDetail; notices: Notices }) => (
  <div className="mail-head">
    <div>
      <strong>{message.from_name || message.from_address || 'Unknown sender'}</strong>{' '}
      {message.from_name && <span className="mail-dim">{message.from_address}</span>}
    </div>
    <div className="mail-dim">
      To {message.to_line || '—'}
      {message.cc_line && `, cc ${message.cc_line}`}
    </div>
    <div className="mail-dim">{formatMoment(message.received_at)}</div>
    <RecordAnchors message={message} notices={notices} />
    {message.refusal && (
      <p className="mail-reason" role="alert">
        {message.refusal}
      </p>
    )}
  </div>
);

const Text = ({ message, pictures }: { message: MessageDetail; pictures: Pictures }) => {
  if (isBeingFetched(message))
    return (
      <p className="mail-note" role="status">
        <Loader size={14} /> The text is being fetched from the mail server.
      </p>
    );
  if (message.body_state === 'too_large')
    return <p className="mail-note">This message is larger than 25 MB. Open it in another email program.</p>;
  if (message.body_state === 'unreadable')
    return <p className="mail-note">This message is damaged or may be harmful, so its text is not shown.</p>;
  if (message.body_state === 'withheld')
    return <p className="mail-note">This message contains a password link, so its text is not kept here.</p>;
  if (!message.html && !message.text) return <p className="mail-note">This message has no text to show.</p>;
  return (
    <>
      {message.remote_pictures > 0 && !pictures.shown && (
        <Alert className="mail-alert" color="gray" variant="light" icon={<ImageOff size={16} />}>
          Remote pictures are blocked because they tell the sender that you opened this message.{' '}
          <Button size="xs" variant="default" onClick={pictures.show}>
            Show pictures
          </Button>
        </Alert>
      )}
      {message.html ? (
        <SandboxedFrame html={message.html} title={`Message: ${message.subject}`} />
      ) : (
        <MailText text={message.text} />
      )}
    </>
  );
};

function Files({ message, notices }: { message: MessageDetail; notices: Notices }) {
  if (message.attachments.length === 0) return null;
  const save = async (file: MessageDetail['attachments'][number]) => {
    try {
      const params = { id: message.id, attachment_id: file.id };
      saveFile(await requestFile(inbox.attachment, { params, shownInPlace: true }), file.file_name);
    } catch (error) {
      notices.failed(messageOf(error, 'The file could not be loaded.'));
    }
  };
  return (
    <ul className="mail-files" aria-label="Attachments">
      {message.attachments.map(file => (
        <li key={file.id}>
          <Button
            variant="default"
            size="xs"
            leftSection={<Paperclip size={14} />}
            onClick={() => void save(file)}
          >
            {file.file_name} ({sizeInWords(file.bytes)})
          </Button>
        </li>
      ))}
    </ul>
  );
}
