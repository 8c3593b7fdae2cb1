export { ImapFailed, imapFailure, type ImapStep, imapSteps } from './imap-failed';
export { type ImapAccount, type ImapTimeouts, maxMessage, openImap, openInbox } from './open-imap';
export { askServer, ImapRefused } from './server-refusal';
