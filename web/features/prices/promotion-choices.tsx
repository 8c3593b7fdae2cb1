import { NativeSelect } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { X } from 'lucide-react';
import { useState } from 'react';
import { RowAction } from '../../ui/row-action';
import { ProductField, useProductChoices } from '../products';
import type { Named, PromotionValues } from './promotion-values';

type Props = { form: UseFormReturnType<PromotionValues> };

/** The products of a promotion, found one after another by name, SKU or barcode. */
export function ChosenProducts({ form }: Props) {
  const [text, setText] = useState('');
  const { products } = form.values;
  return (
    <fieldset className="chosen form-wide">
      <legend>Products</legend>
      <ProductField
        label="Add a product"
        path="product_ids"
        error={form.errors.product_ids}
        text={text}
        onText={setText}
        onChoose={({ id, name }) => {
          setText('');
          form.clearFieldError('product_ids');
          if (!products.some(product => product.id === id))
            form.setFieldValue('products', [...products, { id, name }]);
        }}
      />
      <ChosenList
        chosen={products}
        onRemove={id =>
          form.setFieldValue(
            'products',
            products.filter(product => product.id !== id),
          )
        }
      />
    </fieldset>
  );
}

/** The categories of a promotion. */
export function ChosenCategories({ form }: Props) {
  const all = useProductChoices()?.categories ?? [];
  const { categories } = form.values;
  const left = all.filter(
    ({ id, status }) => status === 'active' && !categories.some(category => category.id === id),
  );
  return (
    <fieldset className="chosen form-wide">
      <legend>Categories</legend>
      <NativeSelect
        aria-label="Add a category"
        data-path="category_ids"
        error={form.errors.category_ids}
        data={[
          { value: '', label: 'Add a category' },
          ...left.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value=""
        onChange={event => {
          const chosen = left.find(({ id }) => String(id) === event.currentTarget.value);
          if (!chosen) return;
          form.clearFieldError('category_ids');
          form.setFieldValue('categories', [...categories, { id: chosen.id, name: chosen.name }]);
        }}
      />
      <ChosenList
        chosen={categories}
        onRemove={id =>
          form.setFieldValue(
            'categories',
            categories.filter(category => category.id !== id),
          )
        }
      />
    </fieldset>
  );
}

const ChosenList = ({ chosen, onRemove }: { chosen: readonly Named[]; onRemove: (id: number) => void }) =>
  chosen.length === 0 ? null : (
    <ul className="chosen-list">
      {chosen.map(({ id, name }) => (
        <li key={id}>
          <span>{name}</span>
          <RowAction icon={X} label="Remove" of={name} onClick={() => onRemove(id)} />
        </li>
      ))}
    </ul>
  );
