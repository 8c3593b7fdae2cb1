import { inbox } from '#domain/emails/inbox.contract';
import { mailbox } from '#domain/emails/mailbox.contract';
import { read, type Route, write, writeSettled } from '../../platform/http/route';
import { publicOnly } from '../../platform/network';
import type { Secrets } from '../../platform/secrets';
import { fetchPictures } from './fetch-pictures';
import { getMessage } from './get-message';
import { getSent } from './get-sent';
import { linkMessage, unlinkMessage } from './link-message';
import { listFolders } from './list-folders';
import { listMessages, listSent } from './list-messages';
import { findMailboxSettings, wakeMailbox } from './mailbox.queries';
import type { MailboxNetwork } from './mailbox-network';
import { markMessage, sendMailAttachment } from './mark-message';
import { markMessages } from './mark-messages';
import { moveMessages } from './move-messages';
import { listOfRecord } from './record-links';
import { removeMailbox, saveMailbox } from './save-mailbox';
import { recordTest, tryMailbox } from './test-mailbox';

type Services = { readonly secrets: Secrets; readonly mailNetwork: MailboxNetwork };

export const inboxRoutes = ({ secrets, mailNetwork }: Services): Route[] => [
  read(mailbox.get, async ({ db }) => ({ mailbox: await findMailboxSettings(db) })),
  write(mailbox.save, ({ ctx, body }) => saveMailbox(ctx, secrets, body)),
  write(mailbox.remove, ({ ctx }) => removeMailbox(ctx)),
  writeSettled(mailbox.test, {
    prepare: async ({ db }, { body }) => ({
      settings: body,
      tested: await tryMailbox(db, secrets, mailNetwork, body),
    }),
    handle: async ({ ctx, body }) => {
      recordTest(ctx, body.settings, body.tested);
      return body.tested;
    },
    settle: async (_read, tested) => tested,
  }),
  write(mailbox.check, async ({ ctx }) => {
    await wakeMailbox(ctx.tx, 'check');
    return { message: 'Checking the mailbox.' };
  }),
  read(inbox.folders, ({ db, actor }) => listFolders(db, actor.id)),
  read(inbox.messages, ({ db, query }) => listMessages(db, query)),
  read(inbox.get, ({ params, query, ...from }) =>
    getMessage(from, params.id, {
      show: query.pictures === 'show',
      fetch: fetchPictures(mailNetwork.pictures ?? publicOnly(mailNetwork.networks)),
    }),
  ),
  write(inbox.read, ({ ctx, params }) => markMessage(ctx, params.id, true)),
  write(inbox.unread, ({ ctx, params }) => markMessage(ctx, params.id, false)),
  write(inbox.move, ({ ctx, body }) => moveMessages(ctx, body)),
  write(inbox.mark, ({ ctx, body }) => markMessages(ctx, body)),
  write(inbox.link, ({ ctx, params, body }) => linkMessage(ctx, params.id, body)),
  write(inbox.unlink, ({ ctx, params }) => unlinkMessage(ctx, params)),
  read(inbox.attachment, ({ params, ...from }) => sendMailAttachment(from, params)),
  read(inbox.sent, ({ db, query }) => listSent(db, query)),
  read(inbox.getSent, ({ db, actor, params }) => getSent(db, actor, params.id)),
  read(inbox.ofRecord, ({ db, actor, query }) => listOfRecord(db, actor, query)),
];
