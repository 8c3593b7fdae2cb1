export type { BackupPlace } from './backup-parts';
export { findVerifiedBackup, type VerifiedBackup } from './backups.queries';
export { backupRoutes } from './backups.routes';
export { backupJobs } from './maintain-backups';
export { turnOffBackups } from './plan';
