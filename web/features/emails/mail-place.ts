import { useNavigate, useSearch } from '@tanstack/react-router';
import { undeliveredStatuses } from '#domain/emails/email.contract';

type Raw = Readonly<Record<string, string | undefined>>;

/** The location within the inbox. It is kept in the URL only, so back, reload and shared links restore it. */
export type MailPlace = {
  /** A folder id, or `sent`, `drafts` or `all` folders of the mailbox. */
  readonly box: number | 'inbox' | 'sent' | 'drafts' | 'all';
  readonly message: number | null;
  readonly draft: number | null;
  readonly search: string;
  readonly unread: boolean;
  readonly flagged: boolean;
  /** Of sent emails, only those not delivered. */
  readonly undelivered: boolean;
  /** The location with some parts changed, for a link. */
  readonly searchWith: (changes: Raw) => Raw;
  /** Changes parts of the location. Typing replaces the history entry, so that Back skips it. */
  readonly go: (changes: Raw, replace?: boolean) => void;
};

export const undelivered = undeliveredStatuses.join(',');

const boxes = ['sent', 'drafts', 'all'] as const;
const idOf = (text: string | undefined) => (/^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : null);

export function useMailPlace(): MailPlace {
  const navigate = useNavigate();
  const raw = useSearch({ strict: false }) as Raw;
  const searchWith = (changes: Raw): Raw =>
    Object.fromEntries(
      Object.entries({ ...raw, ...changes }).filter(([, value]) => value !== undefined && value !== ''),
    );
  const own = boxes.find(box => box === raw.folder) ?? 'inbox';
  return {
    box: idOf(raw.folder) ?? own,
    message: idOf(raw.message),
    draft: idOf(raw.draft),
    search: (raw.search ?? '').slice(0, 200),
    unread: raw.unread === 'yes',
    flagged: raw.flagged === 'yes',
    undelivered: raw.status === undelivered,
    searchWith,
    go: (changes, replace = false) => void navigate({ to: '.', search: searchWith(changes), replace }),
  };
}
