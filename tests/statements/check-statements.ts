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
    // Tests may run statements that the server never does.
    const declaredAs = hasText(parts[0] ?? '') ? ours.get(parts[0] ?? '') : undefined;
    if (!declaredAs) continue;
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

/** Templates that no test made the server run, so that it is unknown whether the database accepts them. */
export function neverIssued({ declared, recorded }: Omit<StatementRuns, 'describe'>): string[] {
  const issued = new Set(recorded.flatMap(({ parts }) => parts));
  return declared.filter(({ key }) => hasText(key) && !issued.has(key)).map(({ place }) => place);
}

function columnProblem(name: string, declared: DeclaredColumn, answered: Kind | undefined): string | null {
  if (answered === undefined) return declared.optional ? null : `no column ${name} is selected`;
  if (declared.kinds.size === 0 || declared.kinds.has('unknown') || declared.kinds.has(answered)) return null;
  // The type of JSON says nothing about its content.
  if (answered === 'json') return null;
  return `${name} is ${answered} in the database, and declared as ${[...declared.kinds].join(' or ')}`;
}

/** A template that only joins others has no text to recognise it by. */
const hasText = (key: string): boolean => /[^\u0001\s]/.test(key);
