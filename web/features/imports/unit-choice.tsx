import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { unitChoices } from './imports.queries';

/** The default unit of products. */
export function UnitChoice({
  value,
  onChange,
  label = 'Default unit',
  none = 'None (reject rows without one)',
}: {
  label?: string;
  none?: string;
  value: number | null;
  onChange: (id: number | null) => void;
}) {
  const { data } = useQuery(unitChoices);
  const units = (data?.units ?? []).filter(({ id, status }) => status === 'active' || id === value);
  return (
    <NativeSelect
      className="import-option"
      label={label}
      value={value === null ? '' : String(value)}
      onChange={event =>
        onChange(event.currentTarget.value === '' ? null : Number(event.currentTarget.value))
      }
      data={[
        { value: '', label: none },
        ...units.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  );
}
