import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod';
import { type CountScope, countScope, countScopeNames } from '#domain/stock/count-status';
import { type CountChoices, stockCounts } from '#domain/stock/stock-count.contract';
import { request } from '../../platform/api';
import { usePageTitle } from '../../platform/page-title';
import { Card } from '../../ui/card';
import { today } from '../../ui/form/dated-fields';
import { Form, useContractForm } from '../../ui/form/form';
import { PageHeader } from '../../ui/page-header';
import { BackButton } from '../../ui/page-link';
import { useSavedRecord } from '../../ui/form/use-saved-record';
import { ProductField } from '../products';
import './counts.css';
import { DateInput } from '../../ui/dates/date-input';
import { countChoices } from './stock.queries';

type Chosen = { readonly id: number; readonly name: string; readonly sku: string };
type Values = {
  scope: CountScope;
  category_id: string;
  sub_category_id: string;
  product_ids: Chosen[];
  is_blind: boolean;
  note: string;
  business_date: string;
};

const sentOf = ({ category_id, sub_category_id, product_ids, ...values }: Values) => ({
  ...values,
  ...(values.scope === 'category' ? { category_id: Number(category_id) } : {}),
  ...(values.scope === 'sub_category' ? { sub_category_id: Number(sub_category_id) } : {}),
  ...(values.scope === 'products' ? { product_ids: product_ids.map(({ id }) => id) } : {}),
});
const countForm = z.preprocess(values => sentOf(values as Values), stockCounts.create.body);

/** Starts a stocktake: its scope, and whether counters see the expected quantity. */
export function CountCreatePage() {
  usePageTitle('Start Stocktake');
  const afterSave = useSavedRecord<{ id: number; number: string }>({
    read: stockCounts.list,
    list: '/stock/counts',
    page: ({ id }) => `/stock/counts/${id}`,
    words: ({ number }) => `${number} is started.`,
  });
  const choices = useQuery(countChoices).data;
  const form = useContractForm<Values, { id: number; number: string }>({
    schema: countForm,
    initial: {
      scope: 'all',
      category_id: '',
      sub_category_id: '',
      product_ids: [],
      is_blind: false,
      note: '',
      business_date: today(),
    },
    send: (values, idempotencyKey) =>
      request(stockCounts.create, { body: sentOf(values), idempotencyKey, shownInPlace: true }),
    onDone: afterSave.onSaved,
    failure: 'The stocktake could not be started.',
  });
  const { form: fields } = form;
  return (
    <>
      <PageHeader
        title="Start Stocktake"
        actions={<BackButton to="/stock/counts">Back to List</BackButton>}
      />
      <Card title="What to count">
        <Form isDocument form={form} submitLabel="Start counting" onCancel={afterSave.toList}>
          <div className="form-columns">
            <NativeSelect
              label="Scope"
              required
              data={countScope.options.map(value => ({ value, label: countScopeNames[value] }))}
              {...fields.getInputProps('scope')}
            />
            <ScopeFields form={fields} choices={choices} />
            <DateInput label="Date of the count" required {...fields.getInputProps('business_date')} />
            <TextInput label="Note" maxLength={300} {...fields.getInputProps('note')} />
          </div>
          {fields.values.scope === 'products' && <ChosenProducts form={fields} />}
          <Checkbox
            label="Blind count"
            description="The stocktake does not show counters the expected quantity or the variance. Stock Levels still does."
            {...fields.getInputProps('is_blind', { type: 'checkbox' })}
          />
          <Size values={fields.values} choices={choices} />
        </Form>
      </Card>
    </>
  );
}

type Fields = ReturnType<typeof useContractForm<Values, unknown>>['form'];
type Part = CountChoices['categories'][number]['sub_categories'][number];

const optionsOf = (label: string, parts: readonly Part[] | undefined) => [
  { value: '', label },
  ...(parts ?? []).map(part => ({ value: String(part.id), label: `${part.name} (${part.products})` })),
];

const partsOf = (choices: CountChoices | undefined) =>
  choices?.categories.flatMap(category =>
    category.sub_categories.map(part => ({ ...part, name: `${category.name}: ${part.name}` })),
  );

function ScopeFields({ form, choices }: { form: Fields; choices: CountChoices | undefined }) {
  const { scope } = form.values;
  if (scope === 'category')
    return (
      <NativeSelect
        label="Category"
        required
        data={optionsOf('Choose a category', choices?.categories)}
        {...form.getInputProps('category_id')}
      />
    );
  if (scope === 'sub_category')
    return (
      <NativeSelect
        label="Sub-category"
        required
        data={optionsOf('Choose a sub-category', partsOf(choices))}
        {...form.getInputProps('sub_category_id')}
      />
    );
  return null;
}

/** Products are added one after the other; the field is cleared for the next one at once. */
function ChosenProducts({ form }: { form: Fields }) {
  const [text, setText] = useState('');
  const { product_ids: chosen } = form.values;
  const at = chosen.findIndex((_, index) => form.errors[`product_ids.${index}`] !== undefined);
  return (
    <fieldset className="count-chosen">
      <legend>Products</legend>
      <ProductField
        label="Add a product"
        isForStock
        path="product_ids"
        error={form.errors.product_ids ?? form.errors[`product_ids.${at}`]}
        text={text}
        onText={setText}
        onChoose={({ id, name, sku }) => {
          setText('');
          if (!chosen.some(product => product.id === id))
            form.setFieldValue('product_ids', [...chosen, { id, name, sku }]);
        }}
      />
      <ul>
        {chosen.map(({ id, name, sku }) => (
          <li key={id}>
            <span>{name}</span> <span className="aside figures">{sku}</span>
            <button
              type="button"
              aria-label={`Remove ${name}`}
              onClick={() =>
                form.setFieldValue(
                  'product_ids',
                  chosen.filter(product => product.id !== id),
                )
              }
            >
              <X size={14} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** The number of products in scope before the stocktake starts. */
function Size({ values, choices }: { values: Values; choices: CountChoices | undefined }) {
  const size = sizeOf(values, choices);
  // Its line is there before the number (F81).
  if (!size) return choices ? null : <p className="count-size">…</p>;
  const busy = size.being_counted;
  return (
    <p className="count-size" role="status">
      <strong className="figures">{size.products.toLocaleString('en-GB')}</strong>{' '}
      {size.products === 1 ? 'product' : 'products'} to count.
      {busy > 0 && ` ${busy.toLocaleString('en-GB')} of them ${busy === 1 ? 'is' : 'are'} in another count.`}
    </p>
  );
}

function sizeOf(values: Values, choices: CountChoices | undefined) {
  const { scope } = values;
  if (scope === 'products') return { products: values.product_ids.length, being_counted: 0 };
  if (scope === 'all') return choices;
  const [parts, chosen] =
    scope === 'category'
      ? [choices?.categories, values.category_id]
      : [partsOf(choices), values.sub_category_id];
  return parts?.find(({ id }) => String(id) === chosen);
}
