/** What a person reads when a constraint or a trigger refuses, by the name that the database gives. */
export type ConstraintWords = Readonly<Record<string, string>>;

const sentences = new Map<string, string>();

/** Takes up the sentences that features have for their own constraints; the server does so before it answers (F91). */
export function registerConstraintWords(words: readonly ConstraintWords[]): void {
  for (const of of words)
    for (const [constraint, sentence] of Object.entries(of)) sentences.set(constraint, sentence);
}

export const sentenceOf = (constraint: string | undefined): string | undefined =>
  constraint === undefined ? undefined : sentences.get(constraint);
