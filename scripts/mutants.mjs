// npm run mutants: breaks the product on purpose and counts how often a test notices. Folders or files of domain/ are
// mutated in every way that Stryker knows; `posting` is the table of tests/mutants/posting.mjs. The scores are recorded in
// docs/mutants.md.
import { readCommandLine } from './lib/command-line.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { foldersWithRules, mutateDomain } from './lib/mutate-domain.mjs';
import { mutatePosting } from './lib/mutate-posting.mjs';
import { ScriptError, runScript } from './lib/project.mjs';

const parts = [...foldersWithRules(), 'posting'];

const usage = `Usage: npm run mutants                    everything
       npm run mutants -- domain/kernel   a folder or file of domain/
       npm run mutants -- posting         the table of changes to posting, access and locks
       npm run mutants -- posting:inbox   only those in files with this in their path`;

await runScript(async () => {
  const { operands: requested } = readCommandLine(usage, { mostOperands: Infinity });
  for (const part of requested)
    if (!/^posting(?:$|:)/.test(part) && !part.startsWith('domain/'))
      throw new ScriptError(`"${part}" cannot be broken.\n\n${usage}`);
  await ensureInstalled({ dev: true });
  const chosen = requested.length > 0 ? requested : parts;
  const rules = chosen.filter(part => part.startsWith('domain/'));
  if (rules.length > 0) await mutateDomain(rules);
  for (const part of chosen) if (part.startsWith('posting')) await mutatePosting(part.split(':')[1] ?? '');
});
