import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

// What every authenticator app supports: RFC 6238 with SHA-1, six digits, a new code every 30 seconds.
const stepSeconds = 30;
const digits = 6;
/** A code is valid for one step before and after, because clocks differ and typing takes time. */
const drift = 1;
const secretBytes = 20;

export const newSecret = (): Buffer => randomBytes(secretBytes);

/** The time step of an instant. */
export const stepAt = (at: Date): number => Math.floor(at.getTime() / 1000 / stepSeconds);

/** The code of a step: RFC 4226's truncation of an HMAC over its number. */
export function codeOfStep(secret: Buffer, step: number, length = digits): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** length).padStart(length, '0');
}

/**
 * The newest valid step after `lastStep` with this code; undefined if none. All steps are compared, in
 * constant time.
 */
export function stepOfCode(secret: Buffer, code: string, now: Date, lastStep: number): number | undefined {
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const typed = Buffer.from(code);
  let found: number | undefined;
  for (let step = stepAt(now) - drift; step <= stepAt(now) + drift; step++) {
    if (step < 0) continue;
    const fits = timingSafeEqual(typed, Buffer.from(codeOfStep(secret, step)));
    if (fits && step > lastStep) found ??= step;
  }
  return found;
}

const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Ten minutes: longer than a user waits for the next code. */
const maxStepsAhead = 20;

/**
 * The step of the last code used. One far ahead was used while the server's clock was wrong; without this, no code would
 * be valid until then.
 */
export const stepBefore = (lastStep: number, now: Date): number =>
  lastStep > stepAt(now) + maxStepsAhead ? 0 : lastStep;

/** RFC 4648 base 32 without padding, as apps expect a typed secret. */
export function base32(bytes: Buffer): string {
  let text = '';
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += base32Alphabet.charAt((held >> (bits - 5)) & 31);
    held &= (1 << bits) - 1;
  }
  return bits > 0 ? text + base32Alphabet.charAt((held << (5 - bits)) & 31) : text;
}

/** The URI in the QR code. */
export const setUpAddress = (secret: Buffer, account: string): string =>
  `otpauth://totp/${encodeURIComponent(`Counterfoil:${account}`)}?secret=${base32(secret)}&issuer=Counterfoil`;
