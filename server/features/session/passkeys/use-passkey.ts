import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { ReplyOf } from '#domain/kernel/call';
import type { Assertion, passkeys } from '#domain/session/passkey.contract';
import { recordAudit } from '../../../kernel/audit';
import type { WriteContext } from '../../../platform/http/context';
import { Refusal } from '../../../platform/http/refusal';
import { recordConfirmation } from '../confirm-identity';
import { challengeIn, unlessWrong } from './passkey-answer';
import { type ChallengePurpose, spendChallenge } from './passkey-challenges';
import { handleOfUser, lockPasskey, type StoredPasskey } from './passkey.queries';
import type { PasskeySite } from './passkey-site';
import { refuseUnlessByProvider } from '../provider/password-or-provider';
import { completeSignIn } from '../sign-in';

/**
 * Signs in with a passkey. The device has checked who holds it, by fingerprint, face or PIN, so no password or code is
 * asked for. A refusal is returned, not thrown, so that the challenge stays used and the attempt recorded.
 */
export async function signInWithPasskey(
  ctx: WriteContext,
  site: PasskeySite,
  assertion: Assertion,
): Promise<ReplyOf<typeof passkeys.signIn> | Refusal> {
  const used = await verifyPasskey(ctx, site, assertion, { purpose: 'sign_in', userId: null });
  if (used.passkey && used.isValid) {
    const user = { id: used.passkey.user_id, name: used.passkey.user_name };
    const elsewhere = await refuseUnlessByProvider(ctx, user);
    return elsewhere ?? completeSignIn(ctx, user, { passkey: used.passkey.name });
  }
  recordAudit(ctx, {
    action: 'sign-in_refused',
    recordType: 'session',
    recordId: used.passkey?.user_id ?? null,
    recordName: used.passkey?.user_name ?? 'An unknown passkey',
    actor: { id: used.passkey?.user_id ?? null, name: used.passkey?.user_name ?? 'An unknown passkey' },
    after: { passkey: used.passkey?.name ?? null },
  });
  return new Refusal(
    'invalid',
    'This passkey was not accepted, or the account is not active. Sign in with your password.',
  );
}

/** Confirms who the user is with one of their own passkeys. */
export async function confirmWithPasskey(
  ctx: WriteContext,
  site: PasskeySite,
  assertion: Assertion,
): Promise<ReplyOf<typeof passkeys.confirm> | Refusal> {
  const { id, name } = ctx.actor;
  const used = await verifyPasskey(ctx, site, assertion, { purpose: 'confirm', userId: id });
  if (used.passkey && used.isValid) return recordConfirmation(ctx, `passkey “${used.passkey.name}”`);
  recordAudit(ctx, { action: 'passkey_refused', recordType: 'user', recordId: id, recordName: name });
  return new Refusal('invalid', 'This passkey was not accepted. Try again, or enter your password.');
}

type Verified = { readonly passkey: StoredPasskey | undefined; readonly isValid: boolean };

/** Checks an answer: a challenge of ours, for this purpose, from our address, by a passkey of an open account. */
async function verifyPasskey(
  ctx: WriteContext,
  { host, origin }: PasskeySite,
  { id, client_data, authenticator_data, signature, user_handle }: Assertion,
  purpose: ChallengePurpose,
): Promise<Verified> {
  const challenge = challengeIn(client_data);
  const isOurs = challenge !== undefined && (await spendChallenge(ctx, challenge, purpose));
  const passkey = await lockPasskey(ctx.tx, id);
  const refused = { passkey, isValid: false };
  if (!isOurs || !passkey?.is_active) return refused;
  const { user_id } = passkey;
  if (purpose.userId !== null && purpose.userId !== user_id) return refused;
  if (user_handle !== null && user_handle !== handleOfUser(user_id).toString('base64url')) return refused;
  const answer = { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };
  const response = {
    clientDataJSON: client_data,
    authenticatorData: authenticator_data,
    signature,
  };
  const result = await unlessWrong(() =>
    verifyAuthenticationResponse({
      response: { ...answer, response },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      credential: {
        id,
        publicKey: Uint8Array.from(passkey.public_key),
        counter: passkey.use_count,
      },
      requireUserVerification: true,
    }),
  );
  if (!result?.verified) return refused;
  await ctx.tx
    .updateTable('passkeys')
    .set({ use_count: result.authenticationInfo.newCounter, last_used_at: ctx.now })
    .where('id', '=', passkey.id)
    .execute();
  return { passkey, isValid: true };
}
