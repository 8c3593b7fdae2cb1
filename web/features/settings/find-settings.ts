import type { Section } from './sections';

/** What a search leads to: a section, or a field of one. */
export type Found = { readonly section: Section; readonly field: string | null };

type Sought = Pick<Section, 'title' | 'about' | 'also' | 'fields'>;

const folded = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[\p{M}'’-]/gu, '')
    .toLowerCase();

const most = 12;

/**
 * What of the settings a text means: sections whose own words hold every word of it, then fields, which may take some
 * of the words from their section. Each word counts from its beginning, so that "vat" finds no "private".
 */
export function findSettings<S extends Sought>(
  sections: readonly S[],
  text: string,
): { readonly section: S; readonly field: string | null }[] {
  const words = folded(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const holds = (place: string, word: string) => ` ${folded(place)}`.includes(` ${word}`);
  const named = sections.filter(({ title, about, also }) =>
    words.every(word => holds(`${title} ${about} ${also}`, word)),
  );
  const fields = sections.flatMap(section =>
    section.fields
      .filter(
        field =>
          words.some(word => holds(field, word)) &&
          words.every(word => holds(`${field} ${section.title}`, word)),
      )
      .map(field => ({ section, field })),
  );
  // Whose name begins so comes first.
  const first = words[0] ?? '';
  const begins = ({ title }: S) => Number(!folded(title).startsWith(first));
  return [
    ...named.toSorted((one, other) => begins(one) - begins(other)).map(section => ({ section, field: null })),
    ...fields,
  ].slice(0, most);
}
