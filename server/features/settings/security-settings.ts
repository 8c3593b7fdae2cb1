import type { BodyOf } from '#domain/kernel/call';
import type { SecuritySettings, securitySettings } from '#domain/settings/security.contract';
import { findSetting, saveSetting } from '../../kernel/settings';
import { securitySetting } from '../../kernel/sign-in';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';

export async function getSecurity(db: Reader): Promise<SecuritySettings> {
  const { value, version } = await findSetting(db, securitySetting);
  return { ...value, version };
}

/** Saves the inactivity limit, for open sessions too. */
export async function saveSecurity(
  ctx: WriteContext,
  { version, idle_minutes }: BodyOf<typeof securitySettings.save>,
): Promise<SecuritySettings> {
  const saved = await saveSetting(ctx, securitySetting, { idle_minutes }, version);
  return { ...saved.value, version: saved.version };
}
