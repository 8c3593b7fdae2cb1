import { useNavigate, useSearch } from '@tanstack/react-router';
import { undeliveredStatuses } from '#domain/emails/email.contract';

type Raw = Readonly<Record<string, string | undefined>>;

/** The location within the inbox. It is kept in the URL only, so back, reload and shared links restore it. */
export type MailPlace = {
  /** A folder id, or `sent` or `drafts`. */
  readonly box: number | 'inbox' | 'sent' | 'drafts';
  readonly message: number | null;
  readonly draft: number | null;
  readonly search: string;
  readonly unread: boolean;
  /** Of sent emails, only those not delivered. */
  readonly undelivered: boolean;
  /** Changes parts of the location. Typing replaces the history entry, so that Back skips it. */
  readonly go: (changes: Raw, replace?: boolean) => void;
};

export const undelivered = undeliveredStatuses.join(',');

const idOf = (text: string | undefined) => (/^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : null);

export function useMailPlace(): MailPlace {
  const navigate = useNavigate();
  const raw = useSearch({ strict: false }) as Raw;
  const own = raw.folder === 'sent' || raw.folder === 'drafts' ? raw.folder : 'inbox';
  return {
    box: idOf(raw.folder) ?? own,
    message: idOf(raw.message),
    draft: idOf(raw.draft),
    search: (raw.search ?? '').slice(0, 200),
    unread: raw.unread === 'yes',
    undelivered: raw.status === undelivered,
    go: (changes, replace = false) =>
      void navigate({
        to: '.',
        search: Object.fromEntries(
          Object.entries({ ...raw, ...changes }).filter(([, value]) => value !== undefined && value !== ''),
        ),
        replace,
      }),
  };
}
