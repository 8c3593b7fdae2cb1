import { Button, Checkbox, Skeleton } from '@mantine/core';
import { CornerUpLeft, Flag, Paperclip } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';
import type { ReactNode } from 'react';
import { formatDay, formatMoment, londonDate } from '#domain/kernel/dates';
import type { MailPlace } from './mail-place';
import type { Selection } from './use-selection';
import { PlainLink } from '../../ui/links';
import { LoadFailure } from '../../ui/load-failure';

/** A list line of any kind of message. */
export type MailLine = {
  readonly id: number;
  readonly who: string;
  readonly subject: string;
  readonly snippet: string;
  readonly at: Date;
  readonly isNew: boolean;
  readonly isAnswered: boolean;
  readonly isFlagged?: boolean;
  readonly hasFiles: boolean;
  /** Given if the messages of several folders are listed. */
  readonly folder?: string | undefined;
  readonly state?: ReactNode;
};

type MessagePages = {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
};

type Props = {
  lines: readonly MailLine[];
  lots: MessagePages;
  place: MailPlace;
  /** The URL parameter that identifies a line. */
  names?: 'message' | 'draft';
  /** Given if several messages can be selected. */
  choice?: Selection;
  empty: ReactNode;
};

/** The messages of a folder. Up and down move between them; Enter opens one. */
export function MessageList({ lines, lots, place, names = 'message', choice, empty }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const openId = place[names];
  const keepInSight = useEffectEvent(() =>
    list.current?.querySelector(`a[data-id="${openId}"]`)?.scrollIntoView({ block: 'nearest' }),
  );
  useEffect(() => void (openId !== null && keepInSight()), [openId]);
  if (lots.isPending) return <Loading />;
  if (lots.isError) return <LoadFailure page={lots} words="The messages could not be loaded." />;
  if (lines.length === 0) return <div className="mail-empty">{empty}</div>;
  return (
    <>
      <ul className="mail-lines" ref={list} aria-label="Messages" onKeyDown={moveFocus}>
        {lines.map(line => (
          <li
            key={line.id}
            className="mail-item"
            data-id={line.id}
            data-chosen={choice?.ids.has(line.id) || undefined}
          >
            {choice && <Choose line={line} choice={choice} all={lines.map(({ id }) => id)} />}
            <Line line={line} place={place} names={names} isHere={line.id === openId} />
          </li>
        ))}
      </ul>
      {lots.hasNextPage && (
        <Button
          className="mail-more"
          variant="subtle"
          fullWidth
          loading={lots.isFetchingNextPage}
          onClick={() => lots.fetchNextPage()}
        >
          Show older messages
        </Button>
      )}
    </>
  );
}

type ChooseProps = { line: MailLine; choice: Selection; all: readonly number[] };

const Choose = ({ line, choice, all }: ChooseProps) => (
  <Checkbox
    className="mail-check"
    size="md"
    aria-label={`Select ${line.subject || 'No subject'}`}
    checked={choice.ids.has(line.id)}
    // The click event has the Shift key; Space from the keyboard also arrives as a click.
    onClick={event => (event.shiftKey ? choice.extend(line.id, all) : choice.toggle(line.id))}
    onChange={() => undefined}
  />
);

type LineProps = { line: MailLine; place: MailPlace; names: 'message' | 'draft'; isHere: boolean };

const Line = ({ line, place, names, isHere }: LineProps) => (
  <PlainLink
    to="/emails/inbox"
    search={place.searchWith({ message: undefined, draft: undefined, [names]: String(line.id) })}
    className="mail-line"
    aria-current={isHere ? 'true' : undefined}
    data-id={line.id}
    data-new={line.isNew || undefined}
  >
    <span className="mail-line-head">
      <span className="mail-line-who">
        {line.isNew && <span className="mail-hidden">Unread: </span>}
        {line.who}
      </span>
      <time className="figures" dateTime={line.at.toISOString()} title={formatMoment(line.at)}>
        {shortDate(line.at)}
      </time>
    </span>
    <span className="mail-line-subject">
      {line.isAnswered && <CornerUpLeft size={13} aria-label="Answered" />}
      <span className="mail-line-words">{line.subject || 'No subject'}</span>
      {line.isFlagged && <Flag size={13} aria-label="Flagged" className="mail-flag" />}
      {line.hasFiles && <Paperclip size={13} aria-label="With attachments" />}
    </span>
    {line.snippet && <span className="mail-line-snippet">{line.snippet}</span>}
    {line.folder && <span className="mail-line-snippet">In {line.folder}</span>}
    {line.state}
  </PlainLink>
);

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: '2-digit',
  minute: '2-digit',
});

/** The time for today, the date otherwise. */
export const shortDate = (at: Date): string =>
  londonDate(at) === londonDate(new Date()) ? clock.format(at) : formatDay(at);

function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const links = [...event.currentTarget.querySelectorAll('a')];
  const next = links[links.indexOf(document.activeElement as HTMLAnchorElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

const Loading = () => (
  <div role="status" aria-label="Loading the messages" className="mail-loading">
    {[1, 2, 3, 4, 5, 6].map(n => (
      <Skeleton key={n} height={56} />
    ))}
  </div>
);
