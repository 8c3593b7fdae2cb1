import type { BodyOf } from '#domain/kernel/call';
import { type backups, type BackupPlan, backupPlan, defaultPlan } from '#domain/settings/backups.contract';
import { changeSetting, findSetting, saveSetting, type Setting } from '../../kernel/settings';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';

type Plan = Omit<BackupPlan, 'version'>;

const { is_on, hour, keep } = backupPlan.shape;

const planSetting: Setting<Plan> = {
  key: 'backups',
  name: 'Backups',
  stored: backupPlan.extend({
    is_on: is_on.default(defaultPlan.is_on),
    hour: hour.default(defaultPlan.hour),
    keep: keep.default(defaultPlan.keep),
  }),
  shown: plan => ({ ...plan }),
};

export async function getPlan(db: Reader): Promise<BackupPlan> {
  const { value, version } = await findSetting(db, planSetting);
  return { ...value, version };
}

/** Switches scheduled backups off, and recovery to any second with them. */
export async function turnOffBackups(ctx: WriteContext): Promise<void> {
  await changeSetting(ctx, planSetting, plan => ({ ...plan, is_on: false }), undefined);
}

/** Saves the schedule and the number of backups to keep. */
export async function savePlan(
  ctx: WriteContext,
  { version, ...plan }: BodyOf<typeof backups.savePlan>,
): Promise<BackupPlan> {
  const saved = await saveSetting(ctx, planSetting, plan, version);
  return { ...saved.value, version: saved.version };
}
