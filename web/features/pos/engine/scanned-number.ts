/** What tills print: T1-A-000042. */
const tillReceipt = /^[A-Z0-9]{1,6}-[A-Z]{1,3}-\d{6,12}$/i;

/** Whether a scanned code is a number with one of these prefixes, such as INV-00007 (rule V22). */
export function hasPrefix(code: string, prefixes: readonly string[]): boolean {
  const upper = code.toUpperCase();
  return prefixes.some(prefix => upper.startsWith(prefix) && /^\d{1,9}$/.test(upper.slice(prefix.length)));
}

/** Whether it is the number of a sale, or of a receipt that a till printed for one. */
export const isSaleNumber = (code: string, prefixes: readonly string[]): boolean =>
  hasPrefix(code, prefixes) || tillReceipt.test(code);
