import type { BodyOf, ReplyOf } from '#domain/kernel/call';
import type { SignInProvider, signInProvider } from '#domain/settings/sign-in-provider.contract';
import { recordAudit } from '../../kernel/audit';
import { changeSetting, findSetting, saveSetting } from '../../kernel/settings';
import {
  ProviderProblem,
  type Providers,
  providerSecretPlace,
  providerSetting,
  type StoredProvider,
} from '../../kernel/sign-in';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { invalid, notFound } from '../../platform/http/refusal';
import type { Secrets } from '../../platform/secrets';
import { countLinkedUsers } from '../session';

export type ProviderServices = { readonly providers: Providers; readonly secrets: Secrets };

export const getSignInProvider = async (db: Reader, services: ProviderServices): Promise<SignInProvider> =>
  reply(db, await findSetting(db, providerSetting), services);

/** The settings without the secret, which is never returned. */
async function reply(
  db: Reader,
  { value: { provider }, version }: { value: { provider: StoredProvider | null }; version: number },
  { providers }: ProviderServices,
): Promise<SignInProvider> {
  return {
    provider: provider && {
      name: provider.name,
      issuer: provider.issuer,
      client_id: provider.client_id,
      passwords_stay: provider.passwords_stay,
      linked_users: await countLinkedUsers(db, provider.issuer),
    },
    redirect_uri: providers.redirectUri,
    version,
  };
}

/** Saves the sign-in provider. An omitted secret keeps the stored one, for the same provider and client only. */
export async function saveSignInProvider(
  ctx: WriteContext,
  { version, client_secret, ...entered }: BodyOf<typeof signInProvider.save>,
  services: ProviderServices,
): Promise<SignInProvider> {
  const secretOf = (stored: StoredProvider | null) =>
    client_secret === undefined
      ? storedSecret(entered, stored)
      : {
          sealed_secret: services.secrets.seal(client_secret, providerSecretPlace),
          secret_entered_at: ctx.now.toISOString(),
        };
  const saved = await changeSetting(
    ctx,
    providerSetting,
    ({ provider: stored }) => ({ provider: { ...entered, ...secretOf(stored) } }),
    version,
  );
  return reply(ctx.tx, saved, services);
}

/** The stored secret: a different server must not receive it. 422. */
function storedSecret(
  { issuer, client_id }: { readonly issuer: string; readonly client_id: string },
  stored: StoredProvider | null,
): Pick<StoredProvider, 'sealed_secret' | 'secret_entered_at'> {
  if (stored === null) throw invalid({ client_secret: 'Enter the client secret.' });
  if (stored.issuer !== issuer || stored.client_id !== client_id)
    throw invalid({
      client_secret: 'Enter the client secret again because the issuer or client ID has changed.',
    });
  const { sealed_secret, secret_entered_at } = stored;
  return { sealed_secret, secret_entered_at };
}

/** 404 if there is none. Users' links stay, in case the same provider is set up again. */
export async function removeSignInProvider(
  ctx: WriteContext,
  services: ProviderServices,
): Promise<SignInProvider> {
  const { value, version } = await findSetting(ctx.tx, providerSetting);
  if (value.provider === null) throw notFound('Sign-in provider');
  return reply(ctx.tx, await saveSetting(ctx, providerSetting, { provider: null }, version), services);
}

type TestResult = ReplyOf<typeof signInProvider.test>;

/** Asks the provider about itself, outside any transaction. Client ID and secret are first used at a sign-in. */
export async function tryProvider(
  issuer: string,
  { providers }: Pick<ProviderServices, 'providers'>,
): Promise<TestResult> {
  try {
    await providers.check(issuer);
    return {
      works: true,
      message:
        'The provider answers, and its addresses and keys can be used. Client ID and secret are checked when someone signs in.',
    };
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    return { works: false, message: error.detail };
  }
}

/** Records the test and its result. */
export function recordTest(ctx: WriteContext, result: TestResult): Promise<TestResult> {
  recordAudit(ctx, {
    action: 'tested',
    recordType: 'setting',
    recordId: null,
    recordName: providerSetting.name,
    after: { works: result.works },
  });
  return Promise.resolve(result);
}
