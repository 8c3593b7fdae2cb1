import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject } from './project.mjs';

/** What the step "No made-up ids" of the check finds: `?? 0` for an id, which would be stored as if it were a record's. */
export const madeUpIdProblems = () =>
  ['domain', 'server', 'web'].flatMap(folder =>
    readdirSync(inProject(folder), { recursive: true, encoding: 'utf8' })
      .filter(path => /(?<!\.test)\.tsx?$/.test(path))
      .sort()
      .flatMap(path => {
        const place = join(folder, path).replaceAll('\\', '/');
        return linesWithMadeUpId(readFileSync(inProject(folder, path), 'utf8')).map(
          line =>
            `${place}:${line}: 0 or -1 for an id. Use null, or requirePresent() where it must be there.`,
        );
      }),
  );

const madeUpId =
  /(?:\b[iI]d|_id|[a-z]Id|\b[iI]ds\[[^\]]*\]|\b(?:id|[a-z]+Id)Of\([^)]*\)) (?:\?\?|\|\|) -?[01]\b/;

/** The numbers of the lines that replace a missing id with a number. A quantity looked up by an id is no id. */
export const linesWithMadeUpId = content =>
  content.split('\n').flatMap((line, index) => (madeUpId.test(line) ? [index + 1] : []));
