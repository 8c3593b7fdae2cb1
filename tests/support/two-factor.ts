import { expect } from 'vitest';
import { twoFactor } from '#domain/session/two-factor.contract';
import { codeOfStep, stepAt } from '../../server/features/session/two-factor/totp';
import type { Caller } from './test-app';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code that an authenticator app shows at a moment, from the typed secret. */
export function codeOf(secret: string, at: Date): string {
  const bits = Array.from(secret, letter => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = Array.from({ length: Math.floor(bits.length / 8) }, (_, index) =>
    Number.parseInt(bits.slice(index * 8, index * 8 + 8), 2),
  );
  return codeOfStep(Buffer.from(bytes), stepAt(at));
}

/** Turns two-factor sign-in on, as a user does in the profile. */
export async function turnTwoFactorOn(
  person: Pick<Caller, 'call'>,
  current_password: string,
  at: Date,
): Promise<{ secret: string; recoveryCodes: readonly string[] }> {
  const started = await person.call(twoFactor.setUp, { body: { current_password } });
  expect(started.status).toBe(200);
  const { secret } = started.reply;
  const confirmed = await person.call(twoFactor.confirm, { body: { code: codeOf(secret, at) } });
  expect(confirmed.status).toBe(200);
  return { secret, recoveryCodes: confirmed.reply.recovery_codes };
}
