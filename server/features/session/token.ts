import { createHash, randomBytes } from 'node:crypto';

/** A new bearer token: 256 random bits, safe in headers and links. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The stored hash of a token. A random token of this length needs no salt or slow hash. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
