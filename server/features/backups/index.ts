export type { BackupPlace } from './backup-parts';
export { backupRoutes } from './backups.routes';
export { backupJobs } from './maintain-backups';
