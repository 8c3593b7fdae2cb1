import { capitalise } from '#domain/kernel/capitalise';
import { emailAddress } from '#domain/kernel/fields';

/** Splits the text of "To" into addresses, separated by commas, semicolons or spaces. */
export const addressesIn = (text: string): string[] =>
  text
    .split(/[,;\s]+/)
    .map(part => part.replaceAll(/^<|>$/g, '').trim())
    .filter(part => part !== '');

/** The first invalid address, or null if all are valid. */
export function wrongAddress(text: string): string | null {
  const wrong = addressesIn(text).find(part => !emailAddress.safeParse(part).success);
  return wrong === undefined ? null : `“${wrong}” is not an email address.`;
}

/** A name for "Dear …" taken from the first address, used if no better one is known. */
export function nameFor(address: string | undefined): string {
  const [first = ''] = (address ?? '').split('@');
  return first
    .split(/[._-]+/)
    .filter(part => part !== '')
    .map(capitalise)
    .join(' ');
}
