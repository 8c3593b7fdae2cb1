import { useQuery } from '@tanstack/react-query';
import type { ProductChoices } from '#domain/products/product-choices.contract';
import { type NewProduct, usualNewProduct } from '#domain/settings/new-products.contract';
import { productChoiceLists } from './products.queries';

const useChoices = () => useQuery(productChoiceLists);

/** What products can be put under. */
export const useProductChoices = (): ProductChoices | undefined => useChoices().data;

/** What a new product begins with; undefined until it is known. Without an answer it begins as usual. */
export function useNewProduct(): NewProduct | undefined {
  const { data, isError } = useChoices();
  return isError ? usualNewProduct : data?.new_product;
}

type Choice = { readonly id: number; readonly name: string; readonly status: string };

/** Active choices as options of a select; the chosen one stays in the list when it was deactivated since. */
export const optionsOf = (choices: readonly Choice[] | undefined, chosen: string, none: string) => [
  { value: '', label: none },
  ...(choices ?? [])
    .filter(({ id, status }) => status === 'active' || String(id) === chosen)
    .map(({ id, name }) => ({ value: String(id), label: name })),
];
