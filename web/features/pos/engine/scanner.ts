/**
 * Tells a scanner from a person. A scanner types a whole code within milliseconds and ends it with Enter; nobody's
 * fingers are that fast. Pure: times come with the keys.
 */
export type ScannerVerdict =
  /** Not of a burst: the key does what it always does. */
  | { readonly kind: 'pass' }
  /** Perhaps of a burst: the key is held back from the field it was meant for. */
  | { readonly kind: 'hold' }
  /** The end of a burst. The first letter had reached the field already and is to be taken out of it. */
  | { readonly kind: 'scan'; readonly code: string };

export type Scanner = {
  readonly key: (key: string, at: number) => ScannerVerdict;
  /** What was held back and was no scan after all: it belongs into the field. Null while a burst may go on. */
  readonly release: (at: number) => string | null;
};

/** The longest pause within a burst, in milliseconds, and the shortest code. */
export const longestPause = 35;
const shortestCode = 4;

export function createScanner(): Scanner {
  let code = '';
  let last = Number.NEGATIVE_INFINITY;
  let held = '';
  const begin = (key: string, at: number) => {
    code = key;
    held = '';
    last = at;
  };
  return {
    key: (key, at) => {
      const isFast = at - last <= longestPause;
      if (key === 'Enter' || key === 'Tab') {
        const scanned = isFast && code.length >= shortestCode ? code : null;
        if (scanned !== null) {
          begin('', Number.NEGATIVE_INFINITY);
          return { kind: 'scan', code: scanned };
        }
        return { kind: 'pass' };
      }
      if (key.length !== 1) return { kind: 'pass' };
      if (!isFast || code === '') {
        begin(key, at);
        return { kind: 'pass' };
      }
      code += key;
      held += key;
      last = at;
      return { kind: 'hold' };
    },
    release: at => {
      if (held === '') return '';
      if (at - last <= longestPause) return null;
      const text = held;
      begin('', Number.NEGATIVE_INFINITY);
      return text;
    },
  };
}
