import type { ProvidedContext } from 'vitest';
import { disagreements, neverIssued } from './check-statements';
import { declaredParts } from './declared-statements';
import { openDescriber } from './describe-statements';
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
    if (isWhole) reportUntested(neverIssued({ declared, recorded }));
    return differences;
  } finally {
    await describer.close();
  }
}

/** Includes statements that only other processes run, such as the nightly clean-up: reported, not a failure. */
function reportUntested(places: readonly string[]): void {
  if (places.length > 0)
    console.log(
      `${places.length} parts of statements were issued in no process of the tests: ${places.join(' ')}`,
    );
}
