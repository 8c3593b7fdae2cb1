import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { sql } from 'kysely';
import type { BodyOf, ReplyOf } from '#domain/kernel/call';
import type { NewCredential, passkeys } from '#domain/session/passkey.contract';
import { recordAudit } from '../../../kernel/audit';
import type { Reader } from '../../../platform/database/open-database';
import { violatedConstraint } from '../../../platform/database/database-errors';
import type { WriteContext } from '../../../platform/http/context';
import { conflict, invalid, notFound, Refusal } from '../../../platform/http/refusal';
import { challengeIn, unlessWrong } from './passkey-answer';
import {
  type ChallengePurpose,
  challengeTimeout,
  spendChallenge,
  startChallenge,
} from './passkey-challenges';
import { findCredentialsOf, findPasskeysOf, handleOfUser } from './passkey.queries';
import type { PasskeySite } from './passkey-site';

const maxPasskeys = 10;

type Options = ReplyOf<typeof passkeys.start>;
const asOptions = (options: object): Options => ({ options: { ...options } });

export const listPasskeys = async (db: Reader, userId: number, { origin }: PasskeySite) => ({
  data: await findPasskeysOf(db, userId),
  site: origin,
});

/** Options for a new passkey: kept by the device, and unlocked by its user each time. */
export async function startPasskey(ctx: WriteContext, { host }: PasskeySite): Promise<Options> {
  const { actor } = ctx;
  const own = await findCredentialsOf(ctx.tx, actor.id);
  if (own.length >= maxPasskeys)
    throw conflict(`You have ${maxPasskeys} passkeys. Remove one you no longer need first.`);
  const challenge = await startChallenge(ctx, { purpose: 'add', userId: actor.id });
  const options = await generateRegistrationOptions({
    rpName: 'Counterfoil',
    rpID: host,
    userName: actor.email,
    userDisplayName: actor.name,
    userID: Uint8Array.from(handleOfUser(actor.id)),
    challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
    timeout: challengeTimeout,
    attestationType: 'none',
    excludeCredentials: own,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return asOptions(options);
}

/** Stores a passkey that the browser has created for the challenge. */
export async function addPasskey(
  ctx: WriteContext,
  site: PasskeySite,
  { name, credential }: BodyOf<typeof passkeys.add>,
): Promise<ReplyOf<typeof passkeys.add> | Refusal> {
  const { id: userId } = ctx.actor;
  // Concurrent requests take turns, so that each counts the other's passkey.
  await sql`select from users where id = ${userId} for update`.execute(ctx.tx);
  if ((await findPasskeysOf(ctx.tx, userId)).length >= maxPasskeys)
    throw conflict(`You have ${maxPasskeys} passkeys. Remove one you no longer need first.`);
  const created = await verifiedCredential(ctx, site, credential);
  if (!created) return invalid({ credential: 'The passkey was not accepted. Try again.' });
  const id = await insertPasskey(ctx, name, { ...created, transports: credential.transports });
  recordPasskey(ctx, 'passkey_added', name);
  const passkey = (await findPasskeysOf(ctx.tx, userId)).find(row => row.id === id);
  if (!passkey) throw new Error('The passkey just added cannot be found');
  return { message: `The passkey “${name}” is ready to sign in with.`, passkey };
}

type Credential = { readonly id: string; readonly publicKey: Uint8Array; readonly counter: number };

/** The new key, if it answers a challenge of ours for this user, from our address, unlocked by the user. */
async function verifiedCredential(
  ctx: WriteContext,
  { host, origin }: PasskeySite,
  { id, client_data, attestation }: NewCredential,
): Promise<Credential | undefined> {
  const challenge = challengeIn(client_data);
  if (challenge === undefined) return undefined;
  if (!(await spendChallenge(ctx, challenge, { purpose: 'add', userId: ctx.actor.id }))) return undefined;
  const answer = { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };
  const result = await unlessWrong(() =>
    verifyRegistrationResponse({
      response: { ...answer, response: { clientDataJSON: client_data, attestationObject: attestation } },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
    }),
  );
  return result?.registrationInfo?.credential;
}

async function insertPasskey(
  ctx: WriteContext,
  name: string,
  { id, publicKey, counter, transports }: Credential & { readonly transports: string[] },
): Promise<number> {
  try {
    const inserted = await ctx.tx
      .insertInto('passkeys')
      .values({
        user_id: ctx.actor.id,
        name,
        credential_id: id,
        public_key: Buffer.from(publicKey),
        use_count: counter,
        transports,
        created_at: ctx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return inserted.id;
  } catch (error) {
    const violated = violatedConstraint(error);
    if (violated === 'passkeys_name_is_taken')
      throw invalid({ name: 'You already have a passkey with this name.' });
    if (violated === 'passkeys_credential_is_taken') throw conflict('This passkey has been added already.');
    throw error;
  }
}

/** Recorded under the user, so that it is erased with the account. */
function recordPasskey(ctx: WriteContext, action: string, passkey: string): void {
  const { id, name } = ctx.actor;
  recordAudit(ctx, { action, recordType: 'user', recordId: id, recordName: name, after: { passkey } });
}

/** Removes one of the user's own passkeys. */
export async function removePasskey(ctx: WriteContext, id: number): Promise<{ message: string }> {
  const removed = await ctx.tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', ctx.actor.id)
    .returning('name')
    .executeTakeFirst();
  if (!removed) throw notFound('Passkey');
  recordPasskey(ctx, 'passkey_removed', removed.name);
  return { message: `The passkey “${removed.name}” no longer signs you in.` };
}

/**
 * Options to sign in or confirm with a passkey. Nothing says whose they are: to sign in, the device offers the passkeys
 * that it keeps for this address.
 */
export async function startUse(
  ctx: WriteContext,
  { host }: PasskeySite,
  purpose: ChallengePurpose,
): Promise<Options> {
  const own = purpose.userId === null ? [] : await findCredentialsOf(ctx.tx, purpose.userId);
  if (purpose.userId !== null && own.length === 0)
    throw conflict('You have no passkey. Enter your password.');
  const challenge = await startChallenge(ctx, purpose);
  const options = await generateAuthenticationOptions({
    rpID: host,
    challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
    timeout: challengeTimeout,
    allowCredentials: own,
    userVerification: 'required',
  });
  return asOptions(options);
}
