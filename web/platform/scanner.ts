/**
 * Distinguishes a scanner from a user by speed: a scanner types a code within milliseconds and ends it with Enter. Some
 * pause in the middle, so most keys must be fast, not all of them. Pure: times come with the keys.
 */
export type ScannerResult =
  /** Not part of a burst: the key works as usual, after any held-back keys. */
  | { readonly kind: 'pass'; readonly begins: boolean; readonly late: string }
  /** Perhaps part of a burst: the key is held back from its field. */
  | { readonly kind: 'hold' }
  /** The end of a burst. Remove what already reached the field. */
  | { readonly kind: 'scan'; readonly code: string };

export type Scanner = {
  readonly key: (key: string, at: number) => ScannerResult;
  /** Held-back keys that belong to the field after all; null while the burst may continue. */
  readonly release: (at: number) => string | null;
};

/** The longest pause between two fast keys, and the longest hesitation within a code, in milliseconds. */
export const maxPauseMs = 35;
export const maxHesitationMs = 120;
const shortestCode = 4;
const modifiers: ReadonlySet<string> = new Set(['Shift', 'CapsLock', 'Control', 'Alt', 'AltGraph', 'Meta']);

export function createScanner(): Scanner {
  let code = '';
  let fast = 0;
  let last = Number.NEGATIVE_INFINITY;
  let held = '';
  const forget = () => {
    code = '';
    fast = 0;
    last = Number.NEGATIVE_INFINITY;
    held = '';
  };
  const isBurst = () => code.length >= shortestCode && fast * 5 >= (code.length - 1) * 3;
  return {
    key: (key, at) => {
      const pause = at - last;
      if (key === 'Enter' || key === 'Tab') {
        const scanned = pause <= maxHesitationMs && isBurst() ? code : null;
        const late = held;
        forget();
        return scanned === null ? { kind: 'pass', begins: false, late } : { kind: 'scan', code: scanned };
      }
      // A scanner holds Shift for capitals and presses no other key within a code.
      if (modifiers.has(key)) return { kind: 'pass', begins: false, late: '' };
      if (key.length !== 1) {
        const late = held;
        forget();
        return { kind: 'pass', begins: false, late };
      }
      const begins = code === '' || pause > maxHesitationMs;
      if (begins) forget();
      last = at;
      code += key;
      if (begins || pause > maxPauseMs) return { kind: 'pass', begins, late: '' };
      fast += 1;
      held += key;
      return { kind: 'hold' };
    },
    release: at => {
      if (held !== '' && at - last <= maxPauseMs) return null;
      const text = held;
      held = '';
      return text;
    },
  };
}
