import type { ProductChoices } from '#domain/products/product-choices.contract';
import { valuesIn } from '#domain/kernel/list-query';
import type { ListState } from '../../platform/list-state';
import { SelectFilter } from '../../ui/filters/select-filter';
import { useProductChoices } from './product-choices';

type Props = { list: ListState<never, 'category_id' | 'sub_category_id'> };

/** Filters a list by categories, and within them by sub-categories. */
export function CategoryFilters({ list }: Props) {
  const choices = useProductChoices();
  const { category_id: category = '', sub_category_id: sub = '' } = list.filters;
  const subs = subOptions(choices, category);
  const setCategories = (next: string) => {
    // A sub-category goes with its category.
    const left = next === '' ? [] : subOptions(choices, next).map(({ value }) => value);
    const kept = valuesIn(sub || undefined).filter(one => left.includes(one));
    list.setFilters({ category_id: next, sub_category_id: kept.join(',') });
  };
  return (
    <>
      <SelectFilter
        list={list}
        name="category_id"
        label="Category"
        all="All categories"
        options={(choices?.categories ?? []).map(optionOf)}
        onSet={setCategories}
      />
      {(sub !== '' || (category !== '' && (choices === undefined || subs.length > 0))) && (
        <SelectFilter
          list={list}
          name="sub_category_id"
          label="Sub-category"
          all="All sub-categories"
          options={subs}
        />
      )}
    </>
  );
}

type Choice = { readonly id: number; readonly name: string; readonly status: string };

const optionOf = ({ id, name, status }: Choice) => ({
  value: String(id),
  label: status === 'active' ? name : `${name} (inactive)`,
});

/** The sub-categories of the chosen categories, or of all; those of several say which. */
function subOptions(choices: ProductChoices | undefined, category: string) {
  const chosen = valuesIn(category || undefined);
  const parents = (choices?.categories ?? []).filter(
    ({ id }) => chosen.length === 0 || chosen.includes(String(id)),
  );
  return parents.flatMap(parent =>
    (choices?.sub_categories ?? [])
      .filter(one => one.category_id === parent.id)
      .map(optionOf)
      .map(({ value, label }) => ({
        value,
        label: parents.length > 1 ? `${parent.name} › ${label}` : label,
      })),
  );
}
