import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { id } from '../kernel/fields';
import { mailboxStatus } from './mailbox-status';

export const folderRole = z.enum(['inbox', 'sent', 'drafts', 'junk', 'trash', 'archive']);
export type FolderRole = z.infer<typeof folderRole>;

const folder = z.object({
  id,
  name: z.string(),
  role: folderRole.nullable(),
  unread: z.int(),
  fetched: z.int(),
  on_server: z.int(),
});
export type Folder = z.output<typeof folder>;

/** A call of the inbox, apart because the menu of every page makes it. */
export const folders = call('GET', '/emails/folders', {
  summary: 'List the mailbox folders, its state and the number of undelivered emails',
  access: can('view_email'),
  reply: z.object({
    mailbox: mailboxStatus.nullable(),
    folders: z.array(folder),
    sent_failed: z.int(),
    drafts: z.int(),
  }),
});
