import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { BodySent } from '#domain/kernel/call';
import type { passkeys } from '#domain/session/passkey.contract';
import { ApiError } from './api-error';

type Options = Readonly<Record<string, unknown>>;

/** Lets the browser create a passkey; the user unlocks it with fingerprint, face or PIN. */
export async function createPasskey(options: Options): Promise<BodySent<typeof passkeys.add>['credential']> {
  const { id, response } = await inWords(startRegistration({ optionsJSON: options as never }));
  return {
    id,
    client_data: response.clientDataJSON,
    attestation: response.attestationObject,
    transports: response.transports ?? [],
  };
}

/** Lets the user choose and unlock a passkey. */
export async function answerWithPasskey(
  options: Options,
): Promise<BodySent<typeof passkeys.signIn>['assertion']> {
  const { id, response } = await inWords(startAuthentication({ optionsJSON: options as never }));
  return {
    id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    user_handle: response.userHandle ?? null,
  };
}

const words: Readonly<Record<string, string>> = {
  // Browsers do not say whether it was cancelled, too late, or not there.
  NotAllowedError: 'No passkey was used. Try again, or use another way.',
  AbortError: 'No passkey was used. Try again, or use another way.',
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: 'Passkeys do not work at this address. Open Counterfoil at its own address.',
};

/** The browser's refusals as an error that screens show in place. */
async function inWords<Answer>(work: Promise<Answer>): Promise<Answer> {
  try {
    return await work;
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    throw new ApiError(422, {
      message: words[name] ?? 'The passkey could not be used. Try again, or use another way.',
    });
  }
}
