import { useNavigate, useSearch } from '@tanstack/react-router';

type Raw = Readonly<Record<string, string | undefined>>;

/** Where in the mail the page is. The URL is its only home: back, reload and a sent link all bring it back. */
export type MailPlace = {
  /** A folder's id, or one of our own: what was sent from here, and what is being written. */
  readonly box: number | 'inbox' | 'sent' | 'drafts';
  readonly message: number | null;
  readonly draft: number | null;
  readonly search: string;
  readonly unread: boolean;
  /** Changes some of it. Typing replaces, so that it is one step back. */
  readonly go: (changes: Raw, replace?: boolean) => void;
};

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
