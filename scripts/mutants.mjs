// npm run mutants [-- domain/kernel domain/pricing posting posting:inbox]: breaks the product on purpose and counts how
// often a test notices. Folders or files of domain/ are mutated in every way that Stryker knows; `posting` is the
// table of tests/mutants/posting.mjs, and `posting:inbox` those of its changes whose file path contains "inbox".
// Without arguments everything runs. The scores are recorded in docs/mutants.md.
import { ensureInstalled } from './lib/install.mjs';
import { foldersWithRules, mutateDomain } from './lib/mutate-domain.mjs';
import { mutatePosting } from './lib/mutate-posting.mjs';
import { ScriptError, runScript } from './lib/project.mjs';

const parts = [...foldersWithRules(), 'posting'];

await runScript(async () => {
  const requested = process.argv.slice(2);
  for (const part of requested)
    if (!/^posting(?:$|:)/.test(part) && !part.startsWith('domain/'))
      throw new ScriptError(`${part} is nothing to break. Give folders or files of domain/, or posting.`);
  await ensureInstalled({ dev: true });
  const chosen = requested.length > 0 ? requested : parts;
  const rules = chosen.filter(part => part.startsWith('domain/'));
  if (rules.length > 0) await mutateDomain(rules);
  for (const part of chosen) if (part.startsWith('posting')) await mutatePosting(part.split(':')[1] ?? '');
});
