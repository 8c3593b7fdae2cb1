import type { BodyOf } from '#domain/kernel/call';
import type { TimeStampingSettings, timeStamping } from '#domain/settings/time-stamping.contract';
import { findStamping, forgetProblem } from '../../kernel/audit';
import { timeStampingSetting } from '../audit';
import { findSetting, saveSetting } from '../../kernel/settings';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';

export async function getTimeStamping(db: Reader): Promise<TimeStampingSettings> {
  const { value, version } = await findSetting(db, timeStampingSetting);
  return { ...value, ...(await findStamping(db)), version };
}

/** Saves the authority. It is asked soon after, by the process that stamps. */
export async function saveTimeStamping(
  ctx: WriteContext,
  { version, ...entered }: BodyOf<typeof timeStamping.save>,
): Promise<TimeStampingSettings> {
  const address = entered.address ?? null;
  const before = await findSetting(ctx.tx, timeStampingSetting);
  const saved = await saveSetting(ctx, timeStampingSetting, { address }, version);
  if (before.value.address !== address) await forgetProblem(ctx.tx, ctx.now);
  return { ...saved.value, ...(await findStamping(ctx.tx)), version: saved.version };
}
