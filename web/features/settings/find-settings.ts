import type { Section } from './sections';

/** A search result: a section, or a field of one. */
export type SettingMatch = { readonly section: Section; readonly field: string | null };

type SearchedSection = Pick<Section, 'title' | 'about' | 'also' | 'fields'>;

const folded = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[\p{M}'’-]/gu, '')
    .toLowerCase();

const maxResults = 12;

/**
 * Finds settings by text, best match first: section titles, field labels, section keywords, then parts of
 * labels. Words match from their start, so "vat" does not find "private".
 */
export function findSettings<S extends SearchedSection>(
  sections: readonly S[],
  text: string,
): { readonly section: S; readonly field: string | null }[] {
  const words = folded(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const holds = (place: string, word: string) => ` ${folded(place)}`.includes(` ${word}`);
  const holdsAll = (place: string) => words.every(word => holds(place, word));
  const found = sections.flatMap(section => {
    const { title, about, also } = section;
    const rank = holdsAll(title) ? 0 : 2;
    return [
      ...(holdsAll(`${title} ${about} ${also}`) ? [{ rank, section, field: null }] : []),
      ...section.fields
        .filter(field => words.some(word => holds(field, word)) && holdsAll(`${field} ${title}`))
        .map(field => ({ rank: holdsAll(field) ? 1 : 3, section, field })),
    ];
  });
  return found
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, maxResults)
    .map(({ section, field }) => ({ section, field }));
}
