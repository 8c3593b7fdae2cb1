export type { BackupPlace } from './backup-parts';
export { findVerifiedBackup, type VerifiedBackup } from './backups.queries';
export { addCarried, type CarriedBackups, readBackups } from './carry-backups';
export { backupRoutes } from './backups.routes';
export { backupJobs } from './maintain-backups';
export { turnOffBackups } from './plan';
