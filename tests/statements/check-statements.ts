import { groupBy } from '#domain/kernel/group-by';
import type { DeclaredColumn, DeclaredPart, Kind } from './declared-statements';
import type { Describe } from './describe-statements';
import type { RecordedStatement } from './record-statements';

type StatementRuns = {
  readonly declared: readonly DeclaredPart[];
  readonly recorded: readonly RecordedStatement[];
  readonly describe: Describe;
};

/**
 * Prepares the server's statements against the migrated schema and compares their columns with the types that read
 * them. Returns the differences, in words.
 */
export async function disagreements({ declared, recorded, describe }: StatementRuns): Promise<string[]> {
  const ours = groupBy(declared, part => part.key);
  const found = new Set<string>();
  const byText = new Map(recorded.map(statement => [statement.text, statement]));
  for (const { text, parts } of byText.values()) {
    const declaredAs = hasText(parts[0] ?? '') ? ours.get(parts[0] ?? '') : undefined;
    // Tests run statements that the server never does, and earlier releases, whose statements are of their own schemas.
    if (!declaredAs || !parts.every(part => !hasText(part) || ours.has(part))) continue;
    const described = await describe(text);
    if ('refused' in described) {
      found.add(
        `Refused by the schema: ${described.refused}: ${text.trim().replaceAll(/\s+/g, ' ').slice(0, 200)}`,
      );
      continue;
    }
    for (const part of declaredAs)
      for (const [name, column] of part.columns ?? []) {
        const problem = columnProblem(name, column, described.columns.get(name));
        if (problem) found.add(`${part.place}: ${problem}`);
      }
  }
  return [...found].sort();
}

/** A template that no test can make the server run: its file, how its text begins, and why. */
export type NotIssued = { readonly file: string; readonly text: string; readonly reason: string };

/**
 * Templates that no test made the server run, so that it is unknown whether the database accepts them, unless the list
 * gives a reason; and rows of the list for which there is no such template. In words.
 */
export function neverIssued(
  { declared, recorded }: Omit<StatementRuns, 'describe'>,
  listed: readonly NotIssued[],
): string[] {
  const issued = new Set(recorded.flatMap(({ parts }) => parts));
  const isRow = ({ place, key }: DeclaredPart, { file, text }: NotIssued) =>
    place.startsWith(`${file}:`) && shownText(key).startsWith(text);
  const unlisted = declared.filter(
    part => hasText(part.key) && !issued.has(part.key) && !listed.some(row => isRow(part, row)),
  );
  const outdated = listed.filter(row => row.reason === '' || !declared.some(part => isRow(part, row)));
  return [
    ...unlisted.map(
      ({ place, key }) =>
        `${place}: no test issues “${shownText(key).slice(0, 80)}”. Test it, or list it in not-issued.tsv.`,
    ),
    ...outdated.map(({ file, text }) => `not-issued.tsv: ${file} has no template “${text}”, or no reason.`),
  ];
}

/** A template on one line, with a question mark for what is filled in. */
const shownText = (key: string): string => key.replaceAll('\u0001', '?').replaceAll(/\s+/g, ' ').trim();

function columnProblem(name: string, declared: DeclaredColumn, answered: Kind | undefined): string | null {
  if (answered === undefined) return declared.optional ? null : `no column ${name} is selected`;
  if (declared.kinds.size === 0 || declared.kinds.has('unknown') || declared.kinds.has(answered)) return null;
  // The type of JSON says nothing about its content.
  if (answered === 'json') return null;
  return `${name} is ${answered} in the database, and declared as ${[...declared.kinds].join(' or ')}`;
}

/** A template that only joins others has no text to recognise it by. */
const hasText = (key: string): boolean => /[^\u0001\s]/.test(key);
