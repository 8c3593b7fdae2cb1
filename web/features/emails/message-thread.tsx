import { emailStatusNames } from '#domain/emails/email.contract';
import type { MessageDetail, ThreadItem } from '#domain/emails/inbox.contract';
import { Badge } from '../../ui/badge';
import { Moment } from '../../ui/dates/day';
import { PlainLink } from '../../ui/links';
import { emailTones } from './email-tones';
import type { MailPlace } from './mail-place';

/** The other messages of the conversation, oldest first. */
export function MessageThread({ message, place }: { message: MessageDetail; place: MailPlace }) {
  if (message.thread.length < 2) return null;
  return (
    <section className="mail-thread" aria-label="Conversation">
      <h3>Conversation</h3>
      <ol>
        {message.thread.map(item => (
          <li key={`${item.kind} ${item.id}`}>
            <Item item={item} isHere={item.kind === 'received' && item.id === message.id} place={place} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Item({ item, isHere, place }: { item: ThreadItem; isHere: boolean; place: MailPlace }) {
  const isInFolder = typeof place.box === 'number' || place.box === 'all';
  const folder = item.kind === 'sent' ? 'sent' : isInFolder ? String(place.box) : undefined;
  return (
    <PlainLink
      to="/emails/inbox"
      search={{ ...(folder === undefined ? {} : { folder }), message: String(item.id) }}
      className="mail-thread-item"
      aria-current={isHere ? 'true' : undefined}
    >
      <span className="mail-line-head">
        <span className="mail-line-who">
          {item.kind === 'sent' ? `${item.from || 'Counterfoil'} to ${item.to}` : item.from}
        </span>
        {item.status && item.status !== 'sent' && (
          <Badge tone={emailTones[item.status]}>{emailStatusNames[item.status]}</Badge>
        )}
        <Moment at={item.at} />
      </span>
      <span className="mail-line-snippet">{item.snippet}</span>
    </PlainLink>
  );
}
