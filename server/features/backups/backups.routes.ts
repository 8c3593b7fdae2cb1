import { backups } from '#domain/settings/backups.contract';
import { read, type Route, write, writeThenRead } from '../../platform/http/route';
import type { BackupPlace } from './backup-parts';
import {
  getBackups,
  removeBackup,
  sendBackup,
  startBackup,
  takeBackup,
  verifyBackup,
} from './manage-backups';
import { getPlan, savePlan } from './plan';

export const backupRoutes = ({ backupPlace: place }: { readonly backupPlace: BackupPlace }): Route[] => [
  read(backups.list, ctx => getBackups(ctx, place)),
  write(backups.start, ({ ctx }) => startBackup(ctx)),
  read(backups.plan, ({ db }) => getPlan(db)),
  write(backups.savePlan, ({ ctx, body }) => savePlan(ctx, body)),
  write(backups.verify, ({ ctx, params }) => verifyBackup(ctx, params.id)),
  writeThenRead(
    backups.download,
    ({ ctx, params }) => takeBackup(ctx, params.id),
    (_read, backup) => sendBackup(place, backup),
  ),
  write(backups.remove, ({ ctx, params, query }) =>
    removeBackup(ctx, place, params.id, query.even_the_last === 'true'),
  ),
];
