import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { emailStatusNames, isUndelivered } from '#domain/emails/email.contract';
import type { MailboxStatus } from '#domain/emails/mailbox-status';
import { useShortcut } from '../../platform/shortcuts';
import { Badge } from '../../ui/badge';
import type { Notices } from '../../ui/notice';
import { onDemand } from '../../ui/on-demand';
import { ShownTogether } from '../../ui/shown-together';
import { emailTones } from './email-tones';
import type { MailPlace } from './mail-place';
import { allDrafts, useMessages, useSent } from './emails.queries';
import { type MailLine, MessageList } from './message-list';
import { ChoiceBar } from './choice-bar';
import { MessagePane, type PaneActions } from './message-pane';
import { SentPane } from './sent-pane';

const ComposePane = onDemand(async () => (await import('./compose-pane')).ComposePane);

type Props = {
  place: MailPlace;
  notices: Notices;
  part: 'list' | 'pane';
  mailbox: MailboxStatus | null;
  actions: PaneActions;
};

/** One mailbox view: the list on the left, the open message on the right. */
export function MailBox({ place, notices, part, mailbox, actions }: Props) {
  if (part === 'pane') return <Pane place={place} notices={notices} actions={actions} />;
  if (place.box === 'sent') return <SentList place={place} />;
  if (place.box === 'drafts') return <DraftList place={place} />;
  return <ReceivedList place={place} mailbox={mailbox} actions={actions} />;
}

function Pane({ place, notices, actions }: Pick<Props, 'place' | 'notices' | 'actions'>) {
  const { draft, message, box } = place;
  if (draft !== null)
    return (
      <ShownTogether key={`draft ${draft}`}>
        <ComposePane id={draft} place={place} notices={notices} />
      </ShownTogether>
    );
  if (message === null || box === 'drafts')
    return <p className="mail-empty mail-nothing">Choose a message to read it here.</p>;
  return (
    <ShownTogether key={`${box} ${message}`}>
      {box === 'sent' ? (
        <SentPane id={message} place={place} notices={notices} />
      ) : (
        <MessagePane id={message} place={place} notices={notices} actions={actions} />
      )}
    </ShownTogether>
  );
}

/** j and k move through the list from anywhere on the page. Escape closes the open message. */
function useListKeys(lines: readonly MailLine[], place: MailPlace, names: 'message' | 'draft' = 'message') {
  const open = place[names];
  const move = (step: number) => {
    const next = lines[open === null ? 0 : lines.findIndex(({ id }) => id === open) + step];
    if (next) place.go({ [names]: String(next.id) }, open !== null);
  };
  useShortcut('j', 'Next message', () => move(1));
  useShortcut('k', 'Previous message', () => move(-1));
  useShortcut(
    'Escape',
    'Close the message',
    () => place.go({ message: undefined, draft: undefined }),
    open !== null || place.draft !== null,
  );
}

const nothingFound = (place: MailPlace, empty: ReactNode) =>
  place.search || place.unread || place.flagged || place.undelivered ? (
    <p>No messages match. Clear the search and filters to see all messages.</p>
  ) : (
    empty
  );

function ReceivedList({ place, mailbox, actions }: Pick<Props, 'place' | 'mailbox' | 'actions'>) {
  const lots = useMessages(place);
  const lines = (lots.data?.pages ?? []).flatMap(({ data }) =>
    data.map(row => ({
      id: row.id,
      who: row.from_name || row.from_address || 'Unknown sender',
      subject: row.subject,
      snippet: row.snippet,
      at: row.received_at,
      isNew: !row.seen,
      isAnswered: row.answered,
      isFlagged: row.flagged,
      hasFiles: row.has_attachments,
      folder: place.box === 'all' ? row.folder : undefined,
      state: row.refusal && <span className="mail-reason mail-line-snippet">{row.refusal}</span>,
    })),
  );
  useListKeys(lines, place);
  const empty = mailbox ? (
    <p>No messages in this folder.</p>
  ) : (
    <p>Messages appear here once a mailbox is set up.</p>
  );
  return (
    <>
      {actions.acts.canAct && lines.length > 0 && <ChoiceBar lines={lines} actions={actions} />}
      <MessageList
        lines={lines}
        lots={lots}
        place={place}
        {...(actions.acts.canAct ? { choice: actions.acts.choice } : {})}
        empty={nothingFound(place, empty)}
      />
    </>
  );
}

function SentList({ place }: { place: MailPlace }) {
  const lots = useSent(place);
  const lines = (lots.data?.pages ?? []).flatMap(({ data }) =>
    data.map(row => ({
      id: row.id,
      who: row.to_line,
      subject: row.subject,
      snippet: '',
      at: row.sent_at ?? row.created_at,
      isNew: false,
      isAnswered: false,
      hasFiles: row.has_attachments,
      state: (row.status !== 'sent' || isUndelivered(row)) && (
        <span className="mail-line-state">
          <Badge tone={emailTones[row.status]}>{emailStatusNames[row.status]}</Badge>
          {row.last_error && <span className="mail-line-snippet">{row.last_error}</span>}
        </span>
      ),
    })),
  );
  useListKeys(lines, place);
  return (
    <MessageList
      lines={lines}
      lots={lots}
      place={place}
      empty={nothingFound(place, <p>No emails sent yet.</p>)}
    />
  );
}

function DraftList({ place }: { place: MailPlace }) {
  const list = useQuery(allDrafts);
  const lines = (list.data?.data ?? []).map(draft => ({
    id: draft.id,
    who: draft.to_addresses.join(', ') || 'No recipients yet',
    subject: draft.subject,
    snippet: draft.body.trim().slice(0, 120),
    at: draft.updated_at,
    isNew: false,
    isAnswered: false,
    hasFiles: false,
  }));
  useListKeys(lines, place, 'draft');
  const lots = { ...list, hasNextPage: false, isFetchingNextPage: false, fetchNextPage: () => undefined };
  return <MessageList lines={lines} lots={lots} place={place} names="draft" empty={<p>No drafts.</p>} />;
}
