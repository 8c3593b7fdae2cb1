export { asActor } from './as-actor';
export { copyAudits } from './copy-audits';
export {
  eraseActor,
  eraseAudits,
  eraseEntriesNaming,
  eraseHeldSaleAudits,
  eraseSaleAudits,
  findAddressesIn,
  findNamesIn,
} from './erase-audits';
export { belongsToKey, isKeyOfDatabase, noteKey, replaceKey } from './key-check';
export { recordAudit, recordEdit } from './record-audit';
export { recordPersonalDataExport } from './record-personal-data-export';
export { proofLines } from './proof-file';
export { sealEntries } from './seal-entries';
export { lastSignedDay, listHeads, type SignedHead, signHeads, textOfSignedHead } from './sign-heads';
export {
  claimAttempt,
  findStamping,
  findUnstamped,
  forgetProblem,
  noteFailure,
  storeStamp,
} from './stamp-heads';
export { verifyLog } from './verify-log';
export { writeAudits } from './write-audits';
export { type CacheAnswer, answerCache } from './answer-cache';
