import { countryName } from '#domain/countries/country';
import type { ListState } from '../../platform/list-state';
import { FilterChip } from '../../ui/filter-chips';

const labels = { customer: 'Customer', supplier: 'Supplier' } as const;

/** Shows that the list is filtered to one party by its address, and clears the filter. */
export const OnlyOne = <Name extends string>({
  list,
  name,
  kind,
}: {
  list: ListState<never, NoInfer<Name>>;
  name: Name;
  kind: keyof typeof labels;
}) =>
  list.filters[name] === undefined ? null : (
    <FilterChip
      label={labels[kind]}
      value={list.filters[name] === 'none' ? `No ${kind}` : `One ${kind} only`}
      onRemove={() => list.setFilter(name, '')}
    />
  );

/** The same for a country of delivery. */
export function OnlyCountry({ list }: { list: ListState<never, 'country'> }) {
  const { country } = list.filters;
  if (country === undefined) return null;
  return (
    <FilterChip
      label="Country"
      value={country === 'none' ? 'No country' : `Delivered to ${countryName(country)}`}
      onRemove={() => list.setFilter('country', '')}
    />
  );
}
