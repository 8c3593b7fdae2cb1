import type { ListState } from '../../platform/list-state';
import { SelectFilter } from '../../ui/filters/select-filter';
import { useReportChoices } from './use-choices';

/** Filters a report by the categories and brands of products, or by those without one. */
export function ProductFilters({ list }: { list: ListState<never, 'category_id' | 'brand_id'> }) {
  const { categories, brands } = useReportChoices();
  return (
    <>
      <SelectFilter
        list={list}
        name="category_id"
        label="Category"
        all="All categories"
        options={categories.slice(1)}
      />
      <SelectFilter list={list} name="brand_id" label="Brand" all="All brands" options={brands.slice(1)} />
    </>
  );
}
