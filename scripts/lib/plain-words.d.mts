type Words = {
  readonly words: readonly { readonly avoid: readonly string[]; readonly use: string }[];
  readonly allowed: readonly { readonly text: string; readonly why: string }[];
};
export function avoidedWords(
  list: Words,
): (text: string) => { readonly word: string; readonly use: string }[];
export function textsOfSource(
  path: string,
  content: string,
): { readonly text: string; readonly place: string }[];
type NameWords = {
  readonly nameWords: readonly { readonly avoid: readonly string[]; readonly use: string }[];
  readonly allowedNames: readonly { readonly name: string; readonly why: string }[];
};
type Find = (name: string) => { readonly word: string; readonly use: string }[];
export function avoidedInName(list: NameWords): Find;
export function namesIn(
  path: string,
  content: string,
  find: Find,
): { readonly word: string; readonly use: string; readonly place: string }[];
