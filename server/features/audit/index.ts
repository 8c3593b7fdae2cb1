export { auditRoutes } from './audit.routes';
export { keepSealed, sealLog } from './keep-sealed';
export { keepStamped, stampHeads } from './keep-stamped';
export { inWords } from './in-words';
export { timeStampingSetting } from './time-stamping-setting';
