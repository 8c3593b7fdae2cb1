/** The message for a constraint or trigger that refuses, by the name the database gives. */
export type ConstraintWords = Readonly<Record<string, string>>;

const sentences = new Map<string, string>();

/** Registers the messages of the features' own constraints before the server accepts requests (F91). */
export function registerConstraintWords(words: readonly ConstraintWords[]): void {
  for (const featureWords of words)
    for (const [constraint, sentence] of Object.entries(featureWords)) sentences.set(constraint, sentence);
}

export const sentenceOf = (constraint: string | undefined): string | undefined =>
  constraint === undefined ? undefined : sentences.get(constraint);
