export { type ComposedMail, draftOf, fillIn, type MailTexts, writeDocumentMail } from './document-mail';
export { emailReply } from './email-reply';
export { addSendJob } from './email-jobs';
export { ensureCanWriteToAll } from './ensure-address';
export { writeMailBody } from './mail-body';
export { holdEmails } from './hold-emails';
export {
  forgetMailServer,
  mailOutSetting,
  mailPasswordPlace,
  reachable,
  type StoredMailServer,
} from './mail-setting';
export { lockAddressee } from './lock-addressee';
export { type Mailing, openMailing } from './mailing';
export { outboxJobs } from './outbox-jobs';
export { composeSent, type SentMessage } from './compose-sent';
export { announce, emailChannel } from './outbox.queries';
export { type EmailFields, queueEmail } from './queue-email';
export { type Composer, type OnAccepted, type OutboxParts, attemptsPerRound } from './send-email';
export { type EmailState, waitForOutcome } from './wait-for-outcome';
export { storeDocument, type StoredDocument } from './store-document';
export { findWording, wordingSetting } from './wording';
