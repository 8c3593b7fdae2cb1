export { BackupRefused } from './backup-format';
export {
  addErasures,
  askToKeepErasures,
  keepErasures,
  type KeptErasure,
  mergeErasures,
  readErasures,
} from './erasure-file';
export { restoreMissingFiles } from './restore-missing-files';
export { fillFromBackup, storeIn } from './fill-from-backup';
export { readBackupHead } from './inspect-backup';
export { lockBackups, unlessBackupRuns } from './one-at-a-time';
export { findBreaches, restoreInto, rehearseRestore } from './rehearse-restore';
export { writeBackup, type WriteParts, type WrittenBackup } from './write-backup';
