import * as z from 'zod';
import type { BodyOf } from '#domain/kernel/call';
import { type TwoFactorPolicy, type twoFactor, twoFactorRequired } from '#domain/session/two-factor.contract';
import { findSetting, saveSetting, type Setting } from '../../../kernel/settings';
import type { Reader } from '../../../platform/database/open-database';
import type { WriteContext } from '../../../platform/http/context';
import { requiredSetting } from './two-factor.queries';

const stored = z.object({ required_of: twoFactorRequired.catch('nobody') });

const policySetting: Setting<z.output<typeof stored>> = {
  key: requiredSetting,
  name: 'Two-factor sign-in',
  stored,
  shown: policy => policy,
};

export async function twoFactorPolicy(db: Reader): Promise<TwoFactorPolicy> {
  const { value, version } = await findSetting(db, policySetting);
  return { ...value, version };
}

/** Sets who must use two-factor sign-in. Affected users are asked to set it up at their next request. */
export async function setTwoFactorPolicy(
  ctx: WriteContext,
  { version, required_of }: BodyOf<typeof twoFactor.setPolicy>,
): Promise<TwoFactorPolicy> {
  const saved = await saveSetting(ctx, policySetting, { required_of }, version);
  return { ...saved.value, version: saved.version };
}
