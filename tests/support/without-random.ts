/** Fractions of seconds, UUIDs, and hashes as the database writes them. */
const random = /(?<=\d\d:\d\d:\d\d)\.\d+|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\\x[\da-f]{32,}/g;

/** For a search for a figure that must not be in a text: among random digits, any short figure is found now and then. */
export const withoutRandom = (text: string): string => text.replaceAll(random, '');
