import { hasPermission, type Holder } from '#domain/kernel/access';
import type { StoredEntry } from './stored-entry';

type Facts = StoredEntry['before'];

/** The names of facts that reveal a cost or can be used to calculate one. */
const revealsCost = /cost|margin|value_pence/;

/** The log without costs, for users without `view_cost`. */
export function costHider(reader: Holder): (entry: StoredEntry) => StoredEntry {
  if (hasPermission(reader, 'view_cost')) return entry => entry;
  return entry => ({ ...entry, before: withoutCost(entry.before), after: withoutCost(entry.after) });
}

const withoutCost = (facts: Facts): Facts =>
  facts && Object.fromEntries(Object.entries(facts).flatMap(shown));

const shown = ([name, fact]: [string, unknown]): [string, unknown][] =>
  revealsCost.test(name) ? [] : [[name, inner(fact)]];

function inner(fact: unknown): unknown {
  if (Array.isArray(fact)) return fact.map(inner);
  return fact !== null && typeof fact === 'object'
    ? Object.fromEntries(Object.entries(fact).flatMap(shown))
    : fact;
}
