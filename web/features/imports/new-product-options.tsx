import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { vatCode, vatCodeNames } from '#domain/kernel/vat';
import { unitChoices } from './imports.queries';
import type { Options } from './import-options';
import { UnitChoice } from './unit-choice';

type Props = { options: Options; onChange: (options: Options) => void };

/** What new products have where their row is blank, from the settings for new products at first. */
export function NewProductOptions({ options, onChange }: Props) {
  const { data } = useQuery(unitChoices);
  if (!data) return null;
  const { new_product: start } = data;
  const includesVat = options.price_includes_vat ?? start.price_includes_vat;
  return (
    <>
      <UnitChoice
        value={options.default_unit_id === undefined ? start.unit_id : options.default_unit_id}
        onChange={default_unit_id => onChange({ ...options, default_unit_id })}
      />
      <NativeSelect
        className="import-option"
        label="VAT code if blank"
        description="For new products"
        data={Object.entries(vatCodeNames).map(([value, label]) => ({ value, label }))}
        value={options.vat_code ?? start.vat_code}
        onChange={event => onChange({ ...options, vat_code: vatCode.parse(event.currentTarget.value) })}
      />
      <NativeSelect
        className="import-option"
        label="Prices, unless a column says"
        description="For new products"
        data={[
          { value: 'inclusive', label: 'Including VAT' },
          { value: 'exclusive', label: 'Excluding VAT' },
        ]}
        value={includesVat ? 'inclusive' : 'exclusive'}
        onChange={event =>
          onChange({ ...options, price_includes_vat: event.currentTarget.value === 'inclusive' })
        }
      />
    </>
  );
}
