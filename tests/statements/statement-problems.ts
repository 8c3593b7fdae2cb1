import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProvidedContext } from 'vitest';
import { disagreements, neverIssued, type NotIssued } from './check-statements';
import { declaredParts } from './declared-statements';
import { openDescriber } from './describe-statements';
import { withoutDovecot } from '../support/dovecot-program';
import { recordedStatements } from './record-statements';

type Run = Pick<ProvidedContext, 'testServer' | 'runFolder'> & {
  /** Whether the whole suite ran; a part of it runs a part of the statements. */
  readonly isWhole: boolean;
};

/** The problems with the statements that this run made the server issue, one line each. */
export async function statementProblems({ testServer, runFolder, isWhole }: Run): Promise<string[]> {
  const recorded = recordedStatements(runFolder);
  if (recorded.length === 0) return [];
  const declared = declaredParts(process.cwd());
  const { application, template } = testServer;
  const describer = await openDescriber({ ...application, database: template });
  try {
    const differences = await disagreements({ declared, recorded, describe: describer.describe });
    // Without a mail server the statements of the inbox have no test.
    if (!isWhole || withoutDovecot) return differences;
    return [...differences, ...neverIssued({ declared, recorded }, listedAsNotIssued())];
  } finally {
    await describer.close();
  }
}

/** Templates that no test can make the server run, each with its reason. Columns: file, beginning of the text, reason. */
export const listedAsNotIssued = (): NotIssued[] =>
  readFileSync(join(import.meta.dirname, 'not-issued.tsv'), 'utf8')
    .split('\n')
    .filter(row => row !== '' && !row.startsWith('#'))
    .map(row => {
      const [file = '', text = '', reason = ''] = row.split('\t');
      return { file, text, reason };
    });
