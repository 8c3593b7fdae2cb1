import { hash, verify } from '@node-rs/argon2';
import { tooMany } from '../../platform/http/refusal';
import { limitConcurrency } from '../../platform/turns';

/** argon2id with 19 MiB, two passes, one lane: about 50 ms on a small machine, off the main thread. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashing is expensive on purpose, so only a few run at a time; a flood of sign-ins is refused. */
const inTurn = limitConcurrency(2, {
  maxWaiting: 20,
  refusal: () => tooMany('Too many people are signing in. Try again in a few seconds.', 3),
});

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost));

let decoy: Promise<string> | undefined;

/**
 * Whether the password matches the hash. Without a hash (an unknown account, or one without a password yet) a decoy is
 * checked, so that timing reveals nothing.
 */
export async function passwordMatches(password: string, passwordHash: string | null): Promise<boolean> {
  decoy ??= hash('no one signs in with this', cost);
  const storedHash = passwordHash ?? (await decoy);
  const fits = await inTurn(() => verify(storedHash, password));
  return fits && passwordHash !== null;
}
