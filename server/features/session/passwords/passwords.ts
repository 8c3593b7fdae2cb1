import { hash, verify } from '@node-rs/argon2';
import { tooMany } from '../../../platform/http/refusal';
import { limitConcurrency } from '../../../platform/turns';

/** argon2id with 19 MiB, two passes, one lane: about 50 ms on a small machine, off the main thread. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashing is expensive on purpose, so only a few run at a time; a flood is refused. */
const queue = (maxWaiting: number) =>
  limitConcurrency(2, {
    maxWaiting,
    refusal: () => tooMany('Too many people are signing in. Try again in a few seconds.', 3),
  });
/** Callers who have not signed in wait without a connection to the database, and not before colleagues at a till. */
const anonymous = queue(20);
/** In a transaction each holds one of twenty connections. */
const inTransaction = queue(6);

export const hashPassword = (password: string): Promise<string> => inTransaction(() => hash(password, cost));

export const hashAnonymousPassword = (password: string): Promise<string> =>
  anonymous(() => hash(password, cost));

let decoy: Promise<string> | undefined;

/**
 * Whether the password matches the hash. Without a hash (an unknown account, or one without a password yet) a decoy is
 * checked, so that timing reveals nothing.
 */
export const passwordMatches = (password: string, passwordHash: string | null): Promise<boolean> =>
  matches(inTransaction, password, passwordHash);

/** The same before a transaction, for callers who have not signed in. */
export const anonymousPasswordMatches = (password: string, passwordHash: string | null): Promise<boolean> =>
  matches(anonymous, password, passwordHash);

async function matches(
  inTurn: ReturnType<typeof queue>,
  password: string,
  passwordHash: string | null,
): Promise<boolean> {
  decoy ??= hash('no one signs in with this', cost);
  const storedHash = passwordHash ?? (await decoy);
  const fits = await inTurn(() => verify(storedHash, password));
  return fits && passwordHash !== null;
}
