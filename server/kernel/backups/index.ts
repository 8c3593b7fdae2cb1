export { BackupRefused } from './backup-format';
export { bringBackFiles } from './bring-back-files';
export { fillFromBackup, storeIn } from './fill-from-backup';
export { readBackupHead } from './inspect-backup';
export { lockBackups, unlessBackupRuns } from './one-at-a-time';
export { findBreaches, restoreInto, tryBackup } from './try-backup';
export { writeBackup, type WriteParts, type WrittenBackup } from './write-backup';
