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
 * What of the settings a text means, the likeliest first: sections that are called so, fields that are, sections that are
 * about it, and fields that are called so in part. Each word counts from its beginning: "vat" finds no "private".
 */
export function findSettings<S extends Sought>(
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
    .slice(0, most)
    .map(({ section, field }) => ({ section, field }));
}
