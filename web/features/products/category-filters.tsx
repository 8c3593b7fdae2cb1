import type { ListState } from '../../platform/list-state';
import { NativeSelect } from '@mantine/core';
import { optionsOf, useProductChoices } from './product-choices';

type Props = { list: ListState<never, 'category_id' | 'sub_category_id'> };

/** Filters a list by category, and within one by sub-category. */
export function CategoryFilters({ list }: Props) {
  const choices = useProductChoices();
  const { category_id: category = '', sub_category_id: sub = '' } = list.filters;
  const within = choices?.sub_categories.filter(one => String(one.category_id) === category);
  return (
    <>
      <NativeSelect
        aria-label="Category"
        value={category}
        data={optionsOf(choices?.categories, category, 'All categories')}
        // A sub-category belongs to one category.
        onChange={event => list.setFilters({ category_id: event.currentTarget.value, sub_category_id: '' })}
      />
      {category !== '' && (within === undefined || within.length > 0) && (
        <NativeSelect
          aria-label="Sub-category"
          value={sub}
          data={optionsOf(within, sub, 'All sub-categories')}
          onChange={event => list.setFilters({ sub_category_id: event.currentTarget.value })}
        />
      )}
    </>
  );
}
