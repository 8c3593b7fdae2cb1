import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type KyselyPlugin,
  type OperationNode,
  PostgresQueryCompiler,
  type RawNode,
  type RootOperationNode,
} from 'kysely';
import { partKey } from './part-key';

/** A statement that a test made the server run: its text, and the templates it was built from, outermost first. */
export type RecordedStatement = { readonly text: string; readonly parts: readonly string[] };

const folderOf = (runFolder: string): string => join(runFolder, 'statements');

/** Records each statement when a process first runs it, and leaves it unchanged. */
export function statementRecorder(runFolder: string): KyselyPlugin {
  mkdirSync(folderOf(runFolder), { recursive: true });
  const file = join(folderOf(runFolder), `${process.pid}.jsonl`);
  return {
    transformQuery({ node, queryId }) {
      const parts = partsOf(node);
      const shape = parts.join('\u0002');
      if (parts.length > 0 && !seen.has(shape)) {
        seen.add(shape);
        const text = new PostgresQueryCompiler().compileQuery(node, queryId).sql;
        appendFileSync(file, `${JSON.stringify({ text, parts } satisfies RecordedStatement)}\n`);
      }
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
}

// One process runs many test files, each with its own databases.
const seen = new Set<string>();

function partsOf(root: RootOperationNode): string[] {
  const parts: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    if (typeof node !== 'object' || node === null || !('kind' in node)) return;
    const { kind } = node as OperationNode;
    // Parameters are not part of a statement.
    if (kind === 'ValueNode' || kind === 'PrimitiveValueListNode') return;
    if (kind === 'RawNode') parts.push(partKey((node as RawNode).sqlFragments));
    for (const child of Object.values(node)) visit(child);
  };
  visit(root);
  return parts;
}

export function recordedStatements(runFolder: string): RecordedStatement[] {
  let files: string[];
  try {
    files = readdirSync(folderOf(runFolder));
  } catch {
    return [];
  }
  return files.flatMap(file =>
    readFileSync(join(folderOf(runFolder), file), 'utf8')
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line) as RecordedStatement),
  );
}
