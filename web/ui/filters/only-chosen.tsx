import { capitalise } from '#domain/kernel/capitalise';
import { countOf } from '#domain/kernel/count-of';
import { valuesIn } from '#domain/kernel/list-query';
import type { ListState } from '../../platform/list-state';
import { FilterChip } from './filter-chips';

type Props<Name extends string> = {
  list: ListState<never, NoInfer<Name>>;
  name: Name;
  /** One of them: "product". */
  kind: string;
};

/** Shows that the address filters a list to certain records, where they cannot be chosen, and clears the filter. */
export function OnlyChosen<Name extends string>({ list, name, kind }: Props<Name>) {
  const ids = valuesIn(list.filters[name] || undefined);
  if (ids.length === 0) return null;
  const given = ids.filter(id => id !== 'none');
  const words = [
    ...(given.length < ids.length ? [`No ${kind}`] : []),
    ...(given.length === 0 ? [] : [given.length === 1 ? `One ${kind} only` : countOf(given.length, kind)]),
  ];
  return (
    <FilterChip
      label={capitalise(kind)}
      value={words.join(' or ')}
      onRemove={() => list.setFilter(name, '')}
    />
  );
}
