import { useQuery } from '@tanstack/react-query';
import type { ProductChoices } from '#domain/products/product-choices.contract';
import { type NewProduct, defaultNewProduct } from '#domain/settings/new-products.contract';
import { productChoiceLists } from './products.queries';

const useChoices = () => useQuery(productChoiceLists);

/** The choices for products: categories, brands, units and VAT codes. */
export const useProductChoices = (): ProductChoices | undefined => useChoices().data;

/** The defaults of a new product; undefined until loaded. If loading fails, the usual ones apply. */
export function useNewProduct(): NewProduct | undefined {
  const { data, isError } = useChoices();
  return isError ? defaultNewProduct : data?.new_product;
}

type Choice = { readonly id: number; readonly name: string; readonly status: string };

/** Active choices as select options; the current one stays listed after it is deactivated. */
export const optionsOf = (choices: readonly Choice[] | undefined, chosen: string, none: string) => [
  { value: '', label: none },
  ...(choices ?? [])
    .filter(({ id, status }) => status === 'active' || String(id) === chosen)
    .map(({ id, name }) => ({ value: String(id), label: name })),
];
