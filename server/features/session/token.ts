import { createHash, randomBytes } from 'node:crypto';

/** A new bearer token: 256 random bits, in the letters that a header and a link can carry. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token. A random token of this length needs no salt and no slow hash. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
