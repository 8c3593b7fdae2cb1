import { Alert, Button, Checkbox, CloseButton, Skeleton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { CircleAlert, PenLine, RefreshCw, Search, Settings, Signature } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { drafts } from '#domain/emails/draft.contract';
import type { inbox } from '#domain/emails/inbox.contract';
import { mailbox, mailboxStepNames } from '#domain/emails/mailbox.contract';
import type { ReplyOf } from '#domain/kernel/call';
import { formatMoment } from '#domain/kernel/dates';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { usePageTitle } from '../../platform/page-title';
import { useShortcut } from '../../platform/shortcuts';
import { NoticeAlert, type Notices, useNotice } from '../../ui/notice';
import { onDemand } from '../../ui/on-demand';
import { PageHeader } from '../../ui/page-header';
import { entriesOf, FolderLinks, FolderSelect } from './folder-list';
import { UndoBar } from './mail-act-buttons';
import { MailBox } from './mail-box';
import { type MailPlace, undelivered, useMailPlace } from './mail-place';
import { useFolders, useReloadMail } from './emails.queries';
import { useMailActions } from './use-mail-actions';
import { useMailKeys } from './use-mail-keys';
import { useCompose } from './use-compose';
import './emails.css';

const MailboxDialog = onDemand(async () => (await import('./mailbox-dialog')).MailboxDialog);
const MoveDialog = onDemand(async () => (await import('./move-dialog')).MoveDialog);
const TemplatesDialog = onDemand(async () => (await import('./templates-dialog')).TemplatesDialog);

/** The inbox: received messages, drafts and sent emails. */
export function InboxPage() {
  usePageTitle('Inbox');
  const place = useMailPlace();
  const notices = useNotice();
  const folders = useFolders();
  const { canCall } = useAccess();
  const canWrite = canCall(drafts.begin);
  const [dialog, setDialog] = useState<InboxDialogState | null>(null);
  const { begin, busy } = useCompose(place, notices);
  useShortcut('n', 'New email', () => void begin({ kind: 'new' }), canWrite);
  const currentFolder = folderOf(place, folders.data);
  const acts = useMailActions(place, notices);
  const actions = { acts, role: currentFolder?.role ?? null, onMove: () => setDialog('move') };
  useMailKeys(acts, place, actions.role, actions.onMove);
  const mailboxStatus = folders.data?.mailbox ?? null;
  const entries = folders.data ? entriesOf(folders.data, place, canWrite) : [];
  return (
    <>
      <PageHeader
        title="Inbox"
        detail={folders.data?.mailbox?.address}
        actions={
          <Actions
            hasMailbox={folders.data?.mailbox != null}
            notices={notices}
            onOpen={setDialog}
            onWrite={busy ? undefined : () => void begin({ kind: 'new' })}
          />
        }
      />
      <NoticeAlert notices={notices} />
      {folders.data && (
        <MailboxAlert
          mailbox={folders.data}
          onSetUp={canCall(mailbox.save) ? () => setDialog('mailbox') : undefined}
        />
      )}
      {/* The folders decide whether something is above the messages, which would push them down (F81). */}
      {folders.isPending ? (
        <Skeleton height={480} />
      ) : (
        <div className="mail" data-open={place.message !== null || place.draft !== null || undefined}>
          <div className="mail-side">{folders.data && <FolderLinks entries={entries} />}</div>
          <div className="mail-list">
            <div className="mail-filters">
              {folders.data && <FolderSelect entries={entries} place={place} />}
              <MailSearch place={place} />
            </div>
            <MailBox place={place} notices={notices} part="list" mailbox={mailboxStatus} actions={actions} />
          </div>
          <div className="mail-pane">
            <MailBox place={place} notices={notices} part="pane" mailbox={mailboxStatus} actions={actions} />
          </div>
        </div>
      )}
      {acts.undo && <UndoBar undo={acts.undo} />}
      <Dialogs
        dialog={dialog}
        folders={folders.data?.folders ?? []}
        here={currentFolder?.id ?? null}
        onMove={id => void acts.moveTo({ folderId: id })}
        onClose={() => setDialog(null)}
      />
    </>
  );
}

type DialogsProps = {
  dialog: InboxDialogState | null;
  folders: ReplyOf<typeof inbox.folders>['folders'];
  here: number | null;
  onMove: (folderId: number) => void;
  onClose: () => void;
};

const Dialogs = ({ dialog, folders, here, onMove, onClose }: DialogsProps) => (
  <>
    {dialog === 'move' && (
      <MoveDialog
        folders={folders}
        here={here}
        onChoose={folder => {
          onClose();
          onMove(folder.id);
        }}
        onClose={onClose}
      />
    )}
    {dialog === 'mailbox' && <MailboxDialog onClose={onClose} />}
    {dialog === 'templates' && <TemplatesDialog onClose={onClose} />}
  </>
);

/** The folder shown. Sent and drafts have none. */
const folderOf = ({ box }: MailPlace, data: ReplyOf<typeof inbox.folders> | undefined) =>
  data?.folders.find(({ id, role }) => (box === 'inbox' ? role === 'inbox' : id === box));

type InboxDialogState = 'mailbox' | 'templates' | 'move';
type ActionsProps = {
  hasMailbox: boolean;
  notices: Notices;
  onOpen: (dialog: InboxDialogState) => void;
  onWrite: (() => void) | undefined;
};

function Actions({ hasMailbox, notices, onOpen, onWrite }: ActionsProps) {
  const { canCall } = useAccess();
  const canWrite = canCall(drafts.begin);
  return (
    <>
      {hasMailbox && <CheckNow notices={notices} />}
      {canWrite && (
        <Button variant="default" leftSection={<Signature size={16} />} onClick={() => onOpen('templates')}>
          Templates
        </Button>
      )}
      {canCall(mailbox.get) && (
        <Button variant="default" leftSection={<Settings size={16} />} onClick={() => onOpen('mailbox')}>
          Mailbox
        </Button>
      )}
      {canWrite && (
        <Button leftSection={<PenLine size={16} />} disabled={!onWrite} onClick={onWrite}>
          New email
        </Button>
      )}
    </>
  );
}

type MailboxAlertProps = { mailbox: ReplyOf<typeof inbox.folders>; onSetUp: (() => void) | undefined };

/** The state of the mailbox, if there is something to report. */
function MailboxAlert({ mailbox: { mailbox: standing, folders }, onSetUp }: MailboxAlertProps) {
  if (!standing)
    return (
      <Alert color="gray" variant="light" icon={<CircleAlert size={18} />} className="mail-standing">
        <span className="mail-standing-words">
          <span>
            No mailbox is set up, so no email arrives here. Emails you send are under Sent.
            {!onSetUp && ' Ask a user with permission to edit settings to set one up.'}
          </span>
          {onSetUp && (
            <Button size="xs" variant="default" onClick={onSetUp}>
              Set up a mailbox
            </Button>
          )}
        </span>
      </Alert>
    );
  if (standing.state === 'failed')
    return (
      <Alert
        role="alert"
        color="red"
        variant="light"
        icon={<CircleAlert size={18} />}
        className="mail-standing"
        data-notice="danger"
        styles={{ message: { color: 'var(--mantine-color-text)' } }}
      >
        The mailbox cannot be read. {standing.failed_step && `${mailboxStepNames[standing.failed_step]}: `}
        {standing.last_error} Trying again automatically.
        {standing.synced_at && ` Last read ${formatMoment(standing.synced_at)}.`}
      </Alert>
    );
  const [total, fetched] = folders.reduce(
    ([allOnServer, allFetched], folder) =>
      [allOnServer + folder.on_server, allFetched + folder.fetched] as const,
    [0, 0] as readonly [number, number],
  );
  if (total <= fetched || standing.state === 'connected') return null;
  return (
    <p className="mail-standing mail-dim" role="status">
      Fetching the mailbox: {fetched.toLocaleString('en-GB')} of {total.toLocaleString('en-GB')} messages so
      far.
    </p>
  );
}

function CheckNow({ notices }: { notices: Notices }) {
  const reload = useReloadMail();
  const [busy, setBusy] = useState(false);
  const check = async () => {
    setBusy(true);
    try {
      await request(mailbox.check, { shownInPlace: true });
      await reload();
    } catch (error) {
      notices.failed(messageOf(error, 'The mailbox could not be checked.'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<RefreshCw size={16} />}
      disabled={busy}
      onClick={() => void check()}
    >
      Check now
    </Button>
  );
}

function MailSearch({ place }: { place: MailPlace }) {
  const [text, setText] = useState(place.search);
  const input = useRef<HTMLInputElement>(null);
  const searchSoon = useDebouncedCallback(
    (search: string) =>
      place.go({ search: search.trim() || undefined, message: undefined }, place.search !== ''),
    { delay: 250, flushOnUnmount: false },
  );
  useShortcut('/', 'Search', () => input.current?.focus());
  useEffect(() => {
    if (document.activeElement !== input.current || place.search === '') setText(place.search);
  }, [place.search]);
  if (place.box === 'drafts') return null;
  const type = (search: string) => {
    setText(search);
    searchSoon(search);
  };
  const searchEverywhere = () => {
    place.go({ folder: 'all', message: undefined });
    // The button is gone then.
    input.current?.focus();
  };
  return (
    <>
      <TextInput
        ref={input}
        aria-label="Search these messages"
        placeholder="Search these messages"
        value={text}
        maxLength={200}
        leftSection={<Search size={16} aria-hidden />}
        rightSection={
          text ? <CloseButton size="sm" aria-label="Clear search" onClick={() => type('')} /> : null
        }
        onChange={event => type(event.currentTarget.value)}
      />
      <MailFilters place={place} onEverywhere={searchEverywhere} />
    </>
  );
}

/** Which of the messages are listed. */
const MailFilters = ({ place, onEverywhere }: { place: MailPlace; onEverywhere: () => void }) => (
  <>
    {place.box === 'sent' ? (
      <Checkbox
        label="Not delivered only"
        checked={place.undelivered}
        onChange={event => place.go({ status: event.currentTarget.checked ? undelivered : undefined })}
      />
    ) : (
      <>
        <Checkbox
          label="Unread only"
          checked={place.unread}
          onChange={event => place.go({ unread: event.currentTarget.checked ? 'yes' : undefined })}
        />
        <Checkbox
          label="Flagged only"
          checked={place.flagged}
          onChange={event => place.go({ flagged: event.currentTarget.checked ? 'yes' : undefined })}
        />
      </>
    )}
    {place.search !== '' && place.box !== 'sent' && place.box !== 'all' && (
      <Button variant="subtle" size="compact-sm" onClick={onEverywhere}>
        Search all folders
      </Button>
    )}
  </>
);
