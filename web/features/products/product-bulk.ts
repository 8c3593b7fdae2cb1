import { productBulk } from '#domain/products/product-bulk.contract';
import { products } from '#domain/products/product.contract';
import { productStatusNames, stockPolicyNames } from '#domain/products/product.status';
import { vatCodeNames } from '#domain/kernel/vat';
import { optionsFrom } from '../../ui/form/options-from';
import { type BulkTerms, clears, idOrNull, textOrNull } from '../bulk-changes';
import { useProductChoices } from './product-choices';

type Choice = { readonly id: number; readonly name: string; readonly status: string };

const optionsOf = (choices: readonly Choice[] | undefined) =>
  (choices ?? [])
    .filter(({ status }) => status === 'active')
    .map(({ id, name }) => ({ value: String(id), label: name }));
const choicesOr = (none: string, choices: readonly Choice[] | undefined) => [
  ...optionsOf(choices),
  { value: clears, label: none },
];

const percent = (text: string) => text.replaceAll(/[%+\s]/g, '').replace('−', '-');
const pounds = (text: string) => {
  const plain = text.replaceAll(/[£+,\s]/g, '').replace('−', '-');
  return /^-?\d+$/.test(plain) ? `${plain}.00` : plain;
};

/** What can be changed on many products at once. */
export function useProductBulk(): BulkTerms {
  const choices = useProductChoices();
  const categories = new Map(choices?.categories.map(({ id, name }) => [id, name]));
  const subCategories = choices?.sub_categories.map(({ category_id, name, ...choice }) => ({
    ...choice,
    name: `${categories.get(category_id) ?? ''} › ${name}`,
  }));
  return {
    calls: productBulk,
    list: products.list,
    exported: { call: products.export, fileName: 'products' },
    one: 'product',
    many: 'products',
    fields: [
      { name: 'status', label: 'Status', options: optionsFrom(productStatusNames) },
      { name: 'vat_code', label: 'VAT code', options: optionsFrom(vatCodeNames) },
      {
        name: 'category_id',
        label: 'Category',
        options: choicesOr('No category', choices?.categories),
        toSent: idOrNull,
      },
      {
        name: 'sub_category_id',
        label: 'Sub-category',
        description: 'Choose its category as well.',
        options: choicesOr('No sub-category', subCategories),
        toSent: idOrNull,
      },
      { name: 'brand_id', label: 'Brand', options: choicesOr('No brand', choices?.brands), toSent: idOrNull },
      { name: 'unit_id', label: 'Unit', options: optionsOf(choices?.units), toSent: Number },
      { name: 'stock_policy', label: 'If stock runs out', options: optionsFrom(stockPolicyNames) },
      {
        name: 'price_percent',
        label: 'Change prices by',
        description: 'A positive percentage raises prices. Rounded to the penny.',
        unit: '%',
        toSent: percent,
      },
      {
        name: 'price_amount',
        label: 'Change prices by an amount',
        description: 'In pounds, such as 0.50 or -1.00.',
        unit: '£',
        toSent: pounds,
      },
      {
        name: 'reorder_level',
        label: 'Reorder level',
        description: 'Enter "none" to clear it.',
        toSent: textOrNull,
      },
      {
        name: 'reorder_quantity',
        label: 'Reorder quantity',
        description: 'Enter "none" to clear it.',
        toSent: textOrNull,
      },
    ],
  };
}
