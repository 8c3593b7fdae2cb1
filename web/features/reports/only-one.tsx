import { Button } from '@mantine/core';
import { X } from 'lucide-react';
import { countryName } from '#domain/countries/country';
import type { ListState } from '../../platform/list-state';

/** Shows that the list is filtered to one party by its address, and clears the filter. */
export const OnlyOne = <Name extends string>({
  list,
  name,
  kind,
}: {
  list: ListState<never, NoInfer<Name>>;
  name: Name;
  kind: 'customer' | 'supplier';
}) =>
  list.filters[name] === undefined ? null : (
    <Button
      variant="light"
      rightSection={<X size={14} />}
      aria-label={`One ${kind} only. Show all ${kind}s`}
      onClick={() => list.setFilter(name, '')}
    >
      {list.filters[name] === 'none' ? `No ${kind}` : `One ${kind} only`}
    </Button>
  );

/** The same for a country of delivery. */
export function OnlyCountry({ list }: { list: ListState<never, 'country'> }) {
  const { country } = list.filters;
  if (country === undefined) return null;
  const words = country === 'none' ? 'No country' : `Delivered to ${countryName(country)}`;
  return (
    <Button
      variant="light"
      rightSection={<X size={14} />}
      aria-label={`${words}. Show all countries`}
      onClick={() => list.setFilter('country', '')}
    >
      {words}
    </Button>
  );
}
