import { apiTokens } from '#domain/session/api-token.contract';
import { ownAccount } from '#domain/session/own-account.contract';
import { passkeys } from '#domain/session/passkey.contract';
import { type ProviderAnswer, providerSignIn } from '#domain/session/provider.contract';
import { confirmation } from '#domain/session/confirmation.contract';
import { session } from '#domain/session/session.contract';
import { twoFactor } from '#domain/session/two-factor.contract';
import type { Mailing } from '../../kernel/outbox';
import { findProvider, type Providers } from '../../kernel/sign-in';
import type { Reader } from '../../platform/database/open-database';
import {
  type BeforeWrite,
  goesFirst,
  read,
  type Route,
  write,
  writeSecret,
  writeSecretPrepared,
  writeSettled,
} from '../../platform/http/route';
import type { Secrets } from '../../platform/secrets';
import { createToken, listTokens, revokeToken } from './api-tokens/api-tokens';
import type { CallerMemory } from './identify-caller';
import { changePassword } from './passwords/change-password';
import { confirmIdentity, getConfirmation } from './confirm-identity';
import { listDevices, signOutDevice, signOutEverywhere } from './devices';
import { findSessionUser } from './open-session';
import { passkeySite } from './passkeys/passkey-site';
import { addPasskey, listPasskeys, removePasskey, startPasskey, startUse } from './passkeys/passkeys';
import {
  confirmWithProvider,
  linkAccount,
  listLinks,
  startConfirmation,
  startLink,
  unlinkAccount,
} from './provider/provider-links';
import { requestPasswordReset } from './passwords/password-mail';
import { resetPassword } from './passwords/reset-password';
import { prepareRegistration, register } from './register';
import { registrationState, setRegistration } from './registration';
import {
  confirmTwoFactor,
  getTwoFactor,
  regenerateRecoveryCodes,
  setUpTwoFactor,
  disableTwoFactor,
} from './two-factor/set-up-two-factor';
import { comparePassword, signIn, signInWithCode, signOut } from './sign-in';
import { signInWithProvider, toSignIn } from './provider/sign-in-with-provider';
import { setTwoFactorPolicy, twoFactorPolicy } from './two-factor/two-factor-policy';
import { updateProfile } from './update-profile';
import { confirmWithPasskey, signInWithPasskey } from './passkeys/use-passkey';
import { depart, departFor, returnFrom } from './provider/visit-provider';

type Services = {
  readonly callers: CallerMemory;
  readonly mailing: Mailing;
  readonly secrets: Secrets;
  readonly publicUrl: string;
  readonly providers: Providers;
};

export const sessionRoutes = (services: Services): Route[] => [
  ...accountRoutes(services),
  ...twoFactorRoutes(services),
  ...confirmationRoutes(services),
  ...passkeyRoutes(services),
  ...providerRoutes(services),
  ...tokenRoutes(services),
];

const accountRoutes = ({ callers, mailing, providers }: Services): Route[] => [
  goesFirst(
    read(session.entry, async ({ db }) => ({
      registration: await registrationState(db),
      mail_configured: await mailing.isConfigured(db),
      provider: await offeredProvider(db, providers),
    })),
  ),
  goesFirst(
    read(session.user, async ({ db, actor }) => {
      const user = await findSessionUser(db, actor);
      return { user, permissions: user.permissions, permissionsByModule: user.permissionsByModule };
    }),
  ),
  goesFirst(
    writeSecretPrepared(
      session.login,
      (before, { body }) => comparePassword(before, body),
      ({ ctx, body }) => signIn(ctx, body),
    ),
  ),
  write(session.logout, ({ ctx }) => invalidatingCallers(callers, ctx, signOut(ctx))),
  writeSettled(ownAccount.register, {
    prepare: ({ db }, { body }) => prepareRegistration(db, body),
    handle: ({ ctx, body }) => register(ctx, body),
    settle: async (_read, registered) => registered,
  }),
  write(ownAccount.forgotPassword, async ({ ctx, body }) =>
    requestPasswordReset(ctx, body.email, await mailing.isConfigured(ctx.tx)),
  ),
  write(ownAccount.resetPassword, ({ ctx, body }) =>
    invalidatingCallers(callers, ctx, resetPassword(ctx, body)),
  ),
  write(ownAccount.updateProfile, ({ ctx, body }) =>
    invalidatingCallers(callers, ctx, updateProfile(ctx, body)),
  ),
  write(ownAccount.changePassword, ({ ctx, body }) =>
    invalidatingCallers(callers, ctx, changePassword(ctx, body)),
  ),
  read(ownAccount.devices, ({ db, actor }) => listDevices(db, actor)),
  write(ownAccount.signOutDevice, ({ ctx, params }) =>
    invalidatingCallers(callers, ctx, signOutDevice(ctx, params.id)),
  ),
  write(ownAccount.signOutEverywhere, ({ ctx }) => invalidatingCallers(callers, ctx, signOutEverywhere(ctx))),
  write(ownAccount.registration, ({ ctx, body }) => setRegistration(ctx, body.open)),
];

const twoFactorRoutes = ({ callers, secrets }: Services): Route[] => [
  goesFirst(writeSecret(twoFactor.signIn, ({ ctx, body }) => signInWithCode(ctx, secrets, body))),
  read(twoFactor.get, ({ db, actor }) => getTwoFactor(db, actor.id)),
  writeSecret(twoFactor.setUp, ({ ctx, body }) => setUpTwoFactor(ctx, secrets, body)),
  writeSecret(twoFactor.confirm, ({ ctx, body }) =>
    invalidatingCallers(callers, ctx, confirmTwoFactor(ctx, secrets, body)),
  ),
  writeSecret(twoFactor.newRecoveryCodes, ({ ctx, body }) => regenerateRecoveryCodes(ctx, secrets, body)),
  write(twoFactor.turnOff, ({ ctx, body }) =>
    invalidatingCallers(callers, ctx, disableTwoFactor(ctx, secrets, body)),
  ),
  read(twoFactor.policy, ({ db }) => twoFactorPolicy(db)),
  write(twoFactor.setPolicy, ({ ctx, body }) =>
    invalidatingCallers(callers, ctx, setTwoFactorPolicy(ctx, body)),
  ),
];

const confirmationRoutes = ({ secrets, providers }: Services): Route[] => [
  read(confirmation.get, input => getConfirmation(input, providers.site)),
  write(confirmation.give, ({ ctx, body }) => confirmIdentity(ctx, secrets, body)),
];

const passkeyRoutes = ({ publicUrl }: Services): Route[] => {
  const site = passkeySite(publicUrl);
  return [
    read(passkeys.list, ({ db, actor }) => listPasskeys(db, actor.id, site)),
    writeSecret(passkeys.start, ({ ctx }) => startPasskey(ctx, site)),
    write(passkeys.add, ({ ctx, body }) => addPasskey(ctx, site, body)),
    write(passkeys.remove, ({ ctx, params }) => removePasskey(ctx, params.id)),
    goesFirst(
      writeSecret(passkeys.startSignIn, ({ ctx }) =>
        startUse(ctx, site, { purpose: 'sign_in', userId: null }),
      ),
    ),
    goesFirst(writeSecret(passkeys.signIn, ({ ctx, body }) => signInWithPasskey(ctx, site, body.assertion))),
    writeSecret(passkeys.startConfirmation, ({ ctx }) =>
      startUse(ctx, site, { purpose: 'confirm', userId: ctx.actor.id }),
    ),
    write(passkeys.confirm, ({ ctx, body }) => confirmWithPasskey(ctx, site, body.assertion)),
  ];
};

/** The sign-in page's button, if there is a provider. */
async function offeredProvider(db: Reader, { redirectUri }: Providers) {
  const provider = await findProvider(db);
  return provider && { name: provider.name, address: redirectUri };
}

const providerRoutes = ({ providers }: Services): Route[] => {
  const leaving = (isFresh: boolean) => (before: BeforeWrite) => departFor(providers, before, { isFresh });
  const returning =
    (purpose: 'confirm' | 'link') =>
    (before: BeforeWrite, { body }: { body: ProviderAnswer }) =>
      returnFrom(providers, before, body, { purpose, userId: before.actor.id });
  return [
    goesFirst(
      writeSecretPrepared(providerSignIn.start, leaving(false), ({ ctx, body }) =>
        depart(ctx, body, toSignIn),
      ),
    ),
    goesFirst(
      writeSecretPrepared(
        providerSignIn.signIn,
        (before, { body }) => returnFrom(providers, before, body, toSignIn),
        ({ ctx, body }) => signInWithProvider(ctx, body),
      ),
    ),
    writeSecretPrepared(providerSignIn.startConfirmation, leaving(true), ({ ctx, body }) =>
      startConfirmation(ctx, body),
    ),
    writeSecretPrepared(providerSignIn.confirm, returning('confirm'), ({ ctx, body }) =>
      confirmWithProvider(ctx, body),
    ),
    read(providerSignIn.links, ({ db, actor }) => listLinks(db, actor.id, providers)),
    writeSecretPrepared(providerSignIn.startLink, leaving(true), ({ ctx, body }) => startLink(ctx, body)),
    writeSecretPrepared(providerSignIn.link, returning('link'), ({ ctx, body }) => linkAccount(ctx, body)),
    write(providerSignIn.unlink, ({ ctx, params }) => unlinkAccount(ctx, params.id)),
  ];
};

const tokenRoutes = ({ callers }: Services): Route[] => [
  read(apiTokens.list, ({ db, actor, now }) => listTokens(db, actor.id, now)),
  writeSecret(apiTokens.create, ({ ctx, body }) => createToken(ctx, body)),
  write(apiTokens.revoke, ({ ctx, params }) =>
    invalidatingCallers(callers, ctx, revokeToken(ctx, params.id)),
  ),
];

/** Cached callers are invalid once the write is committed. */
function invalidatingCallers<T>(
  callers: CallerMemory,
  ctx: { afterCommit: (effect: () => void) => void },
  work: Promise<T>,
): Promise<T> {
  ctx.afterCommit(callers.forget);
  return work;
}
