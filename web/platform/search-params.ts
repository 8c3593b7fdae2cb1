/** The query of a URL: plain text, not parsed any further. */
export type SearchParams = Record<string, string | undefined>;

export const parseSearch = (text: string): SearchParams => Object.fromEntries(new URLSearchParams(text));

export function stringifySearch(search: Record<string, unknown>): string {
  const text = new URLSearchParams(
    Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  ).toString();
  return text && `?${text}`;
}
