import { NativeSelect } from '@mantine/core';
import {
  Archive,
  FilePen,
  Folder as FolderIcon,
  Inbox,
  type LucideIcon,
  Mails,
  MailWarning,
  Send,
  Trash2,
} from 'lucide-react';
import type { Folder, FolderRole } from '#domain/emails/mail-folders.contract';
import type { ReplyOf } from '#domain/kernel/call';
import type { inbox } from '#domain/emails/inbox.contract';
import { PlainLink } from '../../ui/links';
import type { MailPlace } from './mail-place';

const icons: Readonly<Partial<Record<FolderRole, LucideIcon>>> = {
  inbox: Inbox,
  sent: Send,
  drafts: FilePen,
  junk: MailWarning,
  trash: Trash2,
  archive: Archive,
};

type Entry = {
  readonly key: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly folder: string | undefined;
  readonly count: number;
  readonly countMeans: string;
  readonly isHere: boolean;
};

type Folders = ReplyOf<typeof inbox.folders>;

/** Sent, drafts, all folders of the mailbox and each of them. */
export function entriesOf(
  { folders, sent_failed, drafts }: Folders,
  place: MailPlace,
  canWrite: boolean,
): Entry[] {
  const own = folders.find(({ role }) => role === 'inbox');
  const others = folders.filter(folder => folder !== own);
  const isInbox = place.box === 'inbox' || place.box === own?.id;
  return [
    {
      key: 'inbox',
      label: 'Inbox',
      icon: Inbox,
      folder: undefined,
      count: own?.unread ?? 0,
      countMeans: 'unread',
      isHere: isInbox,
    },
    ...(canWrite
      ? [
          {
            key: 'drafts',
            label: 'Drafts',
            icon: FilePen,
            folder: 'drafts',
            count: drafts,
            countMeans: 'not sent yet',
            isHere: place.box === 'drafts',
          },
        ]
      : []),
    {
      key: 'sent',
      label: 'Sent',
      icon: Send,
      folder: 'sent',
      count: sent_failed,
      countMeans: 'not delivered',
      isHere: place.box === 'sent',
    },
    ...(folders.length > 1
      ? [
          {
            key: 'all',
            label: 'All folders',
            icon: Mails,
            folder: 'all',
            count: 0,
            countMeans: 'unread',
            isHere: place.box === 'all',
          },
        ]
      : []),
    ...others.map(folder => ({
      key: String(folder.id),
      label: labelOf(folder),
      icon: (folder.role && icons[folder.role]) ?? FolderIcon,
      folder: String(folder.id),
      count: folder.unread,
      countMeans: 'unread',
      isHere: place.box === folder.id,
    })),
  ];
}

/** The server's own folders for sent mail and drafts of other programs. */
const labelOf = ({ name, role }: Folder) =>
  role === 'sent' || role === 'drafts' ? `${name} (mail server)` : name;

export const FolderLinks = ({ entries }: { entries: readonly Entry[] }) => (
  <nav aria-label="Folders" className="mail-folders">
    {entries.map(({ key, label, icon: Icon, folder, count, countMeans, isHere }) => (
      <PlainLink
        key={key}
        to="/emails/inbox"
        search={folder === undefined ? {} : { folder }}
        aria-current={isHere ? 'page' : undefined}
        className="mail-folder"
      >
        <Icon size={16} aria-hidden />
        <span className="mail-folder-name">{label}</span>
        {count > 0 && (
          <span className="mail-count figures" data-bad={countMeans === 'not delivered' || undefined}>
            {count.toLocaleString('en-GB')}
            <span className="mail-hidden"> {countMeans}</span>
          </span>
        )}
      </PlainLink>
    ))}
  </nav>
);

/** The same list as a select, for narrow screens. */
export const FolderSelect = ({ entries, place }: { entries: readonly Entry[]; place: MailPlace }) => (
  <NativeSelect
    className="mail-folder-select"
    aria-label="Folder"
    value={entries.find(({ isHere }) => isHere)?.key ?? 'inbox'}
    data={entries.map(({ key, label, count }) => ({
      value: key,
      label: count > 0 ? `${label} (${count.toLocaleString('en-GB')})` : label,
    }))}
    onChange={event => {
      const chosen = entries.find(({ key }) => key === event.currentTarget.value);
      place.go({
        folder: chosen?.folder,
        message: undefined,
        draft: undefined,
        search: undefined,
        unread: undefined,
        flagged: undefined,
        status: undefined,
      });
    }}
  />
);
