import * as z from 'zod';

/** `1234` and `7777` are the first guesses. */
function isObvious(pin: string): boolean {
  const steps = new Set(Array.from(pin.slice(1), (digit, at) => Number(digit) - Number(pin[at])));
  return steps.size === 1 && [-1, 0, 1].includes([...steps][0] ?? 0);
}

/** A new PIN: four to eight digits, not all the same and not in sequence. */
export const newPin = z
  .string('PIN is required.')
  .regex(/^[0-9]{4,8}$/, 'Enter four to eight digits.')
  .refine(pin => !isObvious(pin), 'Choose a PIN that is harder to guess than 1111 or 1234.');

/** Incorrect PINs before a device blocks the PIN, the same across devices for one user, and for how long. */
export const maxWrongPins = 5;
export const maxWrongPinsOfUser = 15;
export const pinLockMinutes = 15;
