import type { NeedKind } from '#domain/approvals/approval-need';
import { hasPermission, type Holder } from '#domain/kernel/access';
import type { StoredEntry } from './stored-entry';

type Facts = StoredEntry['before'];

/** The names of facts that reveal a cost or can be used to calculate one. */
const revealsCost = /cost|margin|value_pence|worth_pence/;

/** An approval by PIN of these is of a value of stock; of the others, of what a customer pays. */
const stockNeeds: ReadonlySet<unknown> = new Set<NeedKind>(['stock_adjustment', 'write_off', 'stock_count']);
const valuesOfStock: ReadonlySet<string> = new Set(['amount', 'value']);

/** The log without costs, for users without `view_cost`. */
export function costHider(reader: Holder): (entry: StoredEntry) => StoredEntry {
  if (hasPermission(reader, 'view_cost')) return entry => entry;
  return entry => ({ ...entry, before: withoutCost(entry.before), after: withoutCost(entry.after) });
}

const withoutCost = (facts: Facts): Facts => facts && shown(facts);

const shown = (facts: object, isHidden = (name: string) => revealsCost.test(name)): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([name, fact]) =>
      isHidden(name)
        ? []
        : [[name, name === 'needs' ? eachOf(fact, shownNeed) : eachOf(fact, one => shown(one, isHidden))]],
    ),
  );

const shownNeed = (need: object) =>
  'kind' in need && stockNeeds.has(need.kind)
    ? shown(need, name => valuesOfStock.has(name) || revealsCost.test(name))
    : shown(need);

/** Changes a fact if it is an object, or each object of a list. */
function eachOf(fact: unknown, change: (facts: object) => unknown): unknown {
  if (Array.isArray(fact)) return fact.map(one => eachOf(one, change));
  return fact !== null && typeof fact === 'object' ? change(fact) : fact;
}
