export { asActor } from './as-actor';
export { copyAudits } from './copy-audits';
export { recordAudit, recordEdit } from './record-audit';
export { verifyChain } from './verify-chain';
export { writeAudits } from './write-audits';
export { type CacheAnswer, answerCache } from './answer-cache';
