import { likelyHistories } from './likely-histories';
import type { Divergence } from './run-history';
import type { Step } from './plain/steps';

/**
 * The shortest history that still fails: everything after the difference is dropped, then parts are removed, large ones
 * first, as long as the rest fails in the same way.
 */
export async function shorten(
  divergence: Divergence,
  attempt: (steps: readonly Step[]) => Promise<Divergence | null>,
  maxTries = Number(process.env.MODEL_TRIES ?? 40),
): Promise<Divergence> {
  let best = divergence;
  let tries = 0;
  for (const likely of likelyHistories(divergence.applied)) {
    tries += 1;
    const found = await attempt(likely);
    if (!found || kindOf(found) !== kindOf(divergence)) continue;
    best = found;
    break;
  }
  for (let size = Math.ceil(best.applied.length / 2); size >= 1 && tries < maxTries; ) {
    let shorter: Divergence | null = null;
    for (let from = Math.max(0, best.applied.length - 1 - size); tries < maxTries; from -= size) {
      const place = Math.max(0, from);
      const without = best.applied.filter((_, index) => index < place || index >= place + size);
      // The step that shows the difference stays.
      if (without.length < best.applied.length && without.at(-1)?.n === best.applied.at(-1)?.n) {
        tries += 1;
        const found = await attempt(without);
        if (found && kindOf(found) === kindOf(divergence) && found.applied.length < best.applied.length) {
          shorter = found;
          best = found;
        }
      }
      if (place === 0) break;
    }
    if (!shorter) size = size === 1 ? 0 : Math.ceil(size / 2);
  }
  return best;
}

/** The kind of difference without its figures: a shorter history that fails differently is another finding. */
const kindOf = ({ applied, differences }: Divergence): string =>
  `${applied.at(-1)?.do}: ${(differences[0] ?? '').replaceAll(/[\d-]+/g, '#')}`;
