import { NativeSelect } from '@mantine/core';
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { RowAction } from '../../ui/table/row-action';
import { ProductField, useProductChoices } from '../products';
import { type Chosen, chosenHere } from './promotion-values';

type Props = {
  readonly path: string;
  readonly error: ReactNode;
  readonly chosen: readonly Chosen[];
  readonly onChange: (chosen: Chosen[]) => void;
};

/** The products of a promotion, added by name, SKU or barcode. */
export function ChosenProducts({ path, error, chosen, onChange }: Props) {
  const [text, setText] = useState('');
  return (
    <fieldset className="chosen form-wide">
      <legend>Products</legend>
      <ProductField
        label="Add a product"
        path={path}
        error={error}
        text={text}
        onText={setText}
        onChoose={({ id, name }) => {
          setText('');
          if (!chosen.some(product => product.of === id)) onChange([...chosen, chosenHere(id, name)]);
        }}
      />
      <ChosenList chosen={chosen} onChange={onChange} />
    </fieldset>
  );
}

/** Categories of a promotion. */
export function ChosenCategories({ path, error, chosen, onChange }: Props) {
  const all = useProductChoices()?.categories ?? [];
  const available = all.filter(
    ({ id, status }) => status === 'active' && !chosen.some(category => category.of === id),
  );
  return (
    <fieldset className="chosen form-wide">
      <legend>Categories</legend>
      <NativeSelect
        aria-label="Add a category"
        data-path={path}
        error={error}
        data={[
          { value: '', label: 'Add a category' },
          ...available.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value=""
        onChange={event => {
          const added = available.find(({ id }) => String(id) === event.currentTarget.value);
          if (added) onChange([...chosen, chosenHere(added.id, added.name)]);
        }}
      />
      <ChosenList chosen={chosen} onChange={onChange} />
    </fieldset>
  );
}

const ChosenList = ({ chosen, onChange }: Pick<Props, 'chosen' | 'onChange'>) =>
  chosen.length === 0 ? null : (
    <ul className="chosen-list">
      {chosen.map(({ of, name }) => (
        <li key={of}>
          <span>{name}</span>
          <RowAction
            icon={X}
            label="Remove"
            of={name}
            onClick={() => onChange(chosen.filter(one => one.of !== of))}
          />
        </li>
      ))}
    </ul>
  );
