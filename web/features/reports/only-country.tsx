import { countryName } from '#domain/countries/country';
import type { ListState } from '../../platform/list-state';
import { FilterChip } from '../../ui/filter-chips';

/** Shows that the address filters a list to one country of delivery, and clears the filter. */
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
