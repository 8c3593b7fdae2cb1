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

/** A statement that a test made the server issue: its text, and the templates it was built of, the outermost first. */
export type RecordedStatement = { readonly text: string; readonly parts: readonly string[] };

const folderOf = (runFolder: string): string => join(runFolder, 'statements');

/** Writes each statement down when a process issues it for the first time. It changes nothing about it. */
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

// One process runs many test files, each with databases of its own.
const seen = new Set<string>();

function partsOf(root: RootOperationNode): string[] {
  const parts: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    if (typeof node !== 'object' || node === null || !('kind' in node)) return;
    const { kind } = node as OperationNode;
    // What is sent along with a statement is no part of it.
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
