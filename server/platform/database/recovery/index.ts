export { chooseBases, listRanges, rangesInWords } from './find-range';
export { type Recovery, NoBaseBackup, openRecovery, type RecoveryState } from './recovery';
export { type BaseBackup, recoveryFolderIn } from './recovery-folder';
export { addRestOfLog } from './rest-of-log';
