import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A statement that a test made the server run: its text, and the templates it was built from, outermost first. */
export type RecordedStatement = { readonly text: string; readonly parts: readonly string[] };

export const folderOf = (runFolder: string): string => join(runFolder, 'statements');

/** The environment in which a program that a test starts records its statements too; empty outside a run of the tests. */
export function recordingInProcess(): Record<string, string> {
  const { STATEMENTS_FOLDER } = process.env;
  if (!STATEMENTS_FOLDER) return {};
  const recorder = pathToFileURL(join(process.cwd(), 'tests/statements/record-in-process.mjs'));
  return { STATEMENTS_FOLDER, NODE_OPTIONS: `--import=${recorder.href}` };
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
