import { Button, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Plus, X } from 'lucide-react';
import { RowAction } from '../../ui/table/row-action';
import { ChosenCategories, ChosenProducts } from './promotion-choices';
import { blankGroup, type GroupValues, type PromotionValues } from './promotion-values';

type Props = { form: UseFormReturnType<PromotionValues> };

/** The groups of a mix and match deal, with a quantity from each. */
export function PromotionGroups({ form }: Props) {
  const { groups } = form.values;
  return (
    <div className="form-wide promotion-groups">
      {groups.map((group, index) => (
        <Group key={group.key} form={form} group={group} at={index} />
      ))}
      {form.errors.groups && (
        <p className="promotion-groups-error" role="alert">
          {form.errors.groups}
        </p>
      )}
      {groups.length < 10 && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => form.setFieldValue('groups', [...groups, blankGroup()])}
        >
          Add group
        </Button>
      )}
    </div>
  );
}

function Group({ form, group, at }: Props & { group: GroupValues; at: number }) {
  const { groups } = form.values;
  const errorOf = (field: string) => form.errors[`groups.${at}.${field}`];
  const change = (by: Partial<GroupValues>) => {
    form.clearFieldError('groups');
    for (const field of ['units', 'product_ids']) form.clearFieldError(`groups.${at}.${field}`);
    form.setFieldValue(
      'groups',
      groups.map(one => (one.key === group.key ? { ...one, ...by } : one)),
    );
  };
  return (
    <fieldset className="promotion-group">
      <legend>Group {at + 1}</legend>
      <div className="promotion-group-head">
        <TextInput
          label="Quantity"
          inputMode="numeric"
          required
          data-path={`groups.${at}.units`}
          value={group.units}
          error={errorOf('units')}
          onChange={event => change({ units: event.currentTarget.value })}
        />
        {groups.length > 1 && (
          <RowAction
            icon={X}
            label="Remove"
            of={`group ${at + 1}`}
            onClick={() =>
              form.setFieldValue(
                'groups',
                groups.filter(({ key }) => key !== group.key),
              )
            }
          />
        )}
      </div>
      <ChosenProducts
        path={`groups.${at}.product_ids`}
        error={errorOf('product_ids')}
        chosen={group.products}
        onChange={products => change({ products })}
      />
      <ChosenCategories
        path={`groups.${at}.category_ids`}
        error={errorOf('category_ids')}
        chosen={group.categories}
        onChange={categories => change({ categories })}
      />
    </fieldset>
  );
}
