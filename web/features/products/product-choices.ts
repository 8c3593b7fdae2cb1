import { useQuery } from '@tanstack/react-query';
import type { ProductChoices } from '#domain/products/product-choices.contract';
import { type NewProduct, defaultNewProduct } from '#domain/settings/new-products.contract';
import { productChoiceLists } from './products.queries';

const useChoices = (enabled = true) => useQuery({ ...productChoiceLists, enabled });

/** The choices for products: categories, brands, units and VAT codes. */
export const useProductChoices = (enabled = true): ProductChoices | undefined => useChoices(enabled).data;

/** The defaults of a new product; undefined until loaded. If loading fails, the usual ones apply. */
export function useNewProduct(): NewProduct | undefined {
  const { data, isError } = useChoices();
  if (!data) return isError ? defaultNewProduct : undefined;
  const { units, new_product } = data;
  // With only one unit there is nothing to choose.
  const active = units.filter(({ status }) => status === 'active');
  const unit =
    active.find(({ id }) => id === new_product.unit_id) ?? (active.length === 1 ? active[0] : undefined);
  return { ...new_product, unit_id: unit?.id ?? null };
}

type Choice = { readonly id: number; readonly name: string; readonly status: string };

/** Active choices as select options; the current one stays listed after it is deactivated. */
export const optionsOf = (choices: readonly Choice[] | undefined, chosen: string, none: string) => [
  { value: '', label: none },
  ...(choices ?? [])
    .filter(({ id, status }) => status === 'active' || String(id) === chosen)
    .map(({ id, name }) => ({ value: String(id), label: name })),
];
