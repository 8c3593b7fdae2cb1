import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

// What every authenticator app understands: RFC 6238 with SHA-1, six digits, a new code every 30 seconds.
const stepSeconds = 30;
const digits = 6;
/** A code counts one step longer and one sooner: clocks differ, and typing takes its time. */
const drift = 1;
const secretBytes = 20;

export const newSecret = (): Buffer => randomBytes(secretBytes);

/** The number of the time step that an instant lies in. */
export const stepAt = (at: Date): number => Math.floor(at.getTime() / 1000 / stepSeconds);

/** The code of one step: RFC 4226's truncation of an HMAC over the step's number. */
export function codeOfStep(secret: Buffer, step: number, length = digits): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** length).padStart(length, '0');
}

/**
 * The step that a code belongs to, of those that count now and come after `lastStep`, the newest one taken; undefined
 * when there is none. Every step is compared, in the same time whatever was typed.
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

const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 base 32 without padding: how apps take a secret that is typed. */
export function base32(bytes: Buffer): string {
  let text = '';
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += base32Letters.charAt((held >> (bits - 5)) & 31);
    held &= (1 << bits) - 1;
  }
  return bits > 0 ? text + base32Letters.charAt((held << (5 - bits)) & 31) : text;
}

/** The address that an app reads from the QR code. */
export const setUpAddress = (secret: Buffer, account: string): string =>
  `otpauth://totp/${encodeURIComponent(`Counterfoil:${account}`)}?secret=${base32(secret)}&issuer=Counterfoil`;
