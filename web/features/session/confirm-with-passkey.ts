import { passkeys } from '#domain/session/passkey.contract';
import { request } from '../../platform/api';
import { answerWithPasskey } from '../../platform/passkeys';

/** Confirms who the user is with one of their passkeys. */
export async function confirmWithPasskey(): Promise<void> {
  const { options } = await request(passkeys.startConfirmation, { shownInPlace: true });
  const assertion = await answerWithPasskey(options);
  await request(passkeys.confirm, { body: { assertion }, shownInPlace: true });
}
