import * as z from 'zod';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { findSetting, saveSetting, type Setting } from '../settings';

const provider = z.object({
  name: z.string(),
  issuer: z.string(),
  client_id: z.string(),
  sealed_secret: z.string(),
  /** When the secret was last entered, for the audit log. */
  secret_entered_at: z.string(),
  passwords_stay: z.boolean(),
});

const stored = z.object({ provider: provider.nullable() });

/** The sign-in provider, with its encrypted client secret (decision 128). */
export type StoredProvider = z.output<typeof provider>;

export const providerSetting: Setting<z.output<typeof stored>> = {
  key: 'sign_in_provider',
  name: 'Sign-in provider',
  stored: stored.catch({ provider: null }),
  shown: ({ provider: storedProvider }) => {
    if (storedProvider === null) return { provider: null };
    const { sealed_secret: _sealed, ...facts } = storedProvider;
    return { provider: facts };
  },
};

/** Binds the encrypted secret to this setting. */
export const providerSecretPlace = 'sign-in provider secret';

export const findProvider = async (db: Reader): Promise<StoredProvider | null> =>
  (await findSetting(db, providerSetting)).value.provider;

/** Removes the provider with its secret from the settings. */
export const forgetProvider = async (ctx: WriteContext): Promise<void> =>
  void (await saveSetting(ctx, providerSetting, { provider: null }, undefined));
