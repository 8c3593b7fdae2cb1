import { likelyLives } from './kin';
import type { Parting } from './live';
import type { Step } from './plain/steps';

/**
 * The shortest life that still fails: everything after the difference is dropped, then parts are removed, large ones
 * first, as long as the rest fails in the same way.
 */
export async function shorten(
  parting: Parting,
  attempt: (steps: readonly Step[]) => Promise<Parting | null>,
  maxTries = Number(process.env.MODEL_TRIES ?? 40),
): Promise<Parting> {
  let best = parting;
  let tries = 0;
  for (const likely of likelyLives(parting.lived)) {
    tries += 1;
    const found = await attempt(likely);
    if (!found || kindOf(found) !== kindOf(parting)) continue;
    best = found;
    break;
  }
  for (let size = Math.ceil(best.lived.length / 2); size >= 1 && tries < maxTries; ) {
    let shorter: Parting | null = null;
    for (let from = Math.max(0, best.lived.length - 1 - size); tries < maxTries; from -= size) {
      const place = Math.max(0, from);
      const without = best.lived.filter((_, index) => index < place || index >= place + size);
      // The step that shows the difference stays.
      if (without.length < best.lived.length && without.at(-1)?.n === best.lived.at(-1)?.n) {
        tries += 1;
        const found = await attempt(without);
        if (found && kindOf(found) === kindOf(parting) && found.lived.length < best.lived.length) {
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

/** The kind of difference without its figures: a shorter life that fails differently is another finding. */
const kindOf = ({ lived, differences }: Parting): string =>
  `${lived.at(-1)?.do}: ${(differences[0] ?? '').replaceAll(/[\d-]+/g, '#')}`;
