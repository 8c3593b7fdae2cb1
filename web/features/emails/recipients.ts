import { emailAddress } from '#domain/kernel/fields';

/** What is typed into "To": addresses with commas, semicolons or spaces between them. */
export const addressesIn = (text: string): string[] =>
  text
    .split(/[,;\s]+/)
    .map(part => part.replaceAll(/^<|>$/g, '').trim())
    .filter(part => part !== '');

/** Which of them is no address; null when all are. */
export function wrongAddress(text: string): string | null {
  const wrong = addressesIn(text).find(part => !emailAddress.safeParse(part).success);
  return wrong === undefined ? null : `“${wrong}” is not an email address.`;
}

/** A name for "Dear …" out of the first address, where nothing better is known. */
export function nameFor(address: string | undefined): string {
  const [first = ''] = (address ?? '').split('@');
  return first
    .split(/[._-]+/)
    .filter(part => part !== '')
    .map(part => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ');
}
