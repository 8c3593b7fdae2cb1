import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import * as z from 'zod';
import { type ProductDetail, products } from '#domain/products/product.contract';
import { productStatusNames, stockPolicyNames } from '#domain/products/product.status';
import { type NewProduct, defaultNewProduct } from '#domain/settings/new-products.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { Card } from '../../ui/card';
import { QuantityInput } from '../../ui/form/figure-inputs';
import { type ContractForm, Form, useContractForm } from '../../ui/form/form';
import { statusOptions } from '../../ui/filters/status-options';
import { TextLink } from '../../ui/links';
import { BarcodeFields } from './barcode-fields';
import { PriceFields } from './price-fields';
import { optionsOf, useProductChoices } from './product-choices';
import { barcodeRules, bodyOf, formValuesOf, type ProductFormValues } from './product-form-values';
import './product-form.css';

type Props = {
  /** The product to edit; omitted for a new one. */
  product: ProductDetail | null;
  /** The defaults of a new product. */
  start?: NewProduct;
  onSaved: (product: ProductDetail) => void;
  onCancel: () => void;
};

/** Adds a product or edits one. */
export function ProductForm({ product, start, onSaved, onCancel }: Props) {
  const withCost = useAccess().can('view_cost');
  const call = product ? products.update : products.create;
  const form = useContractForm<ProductFormValues, ProductDetail>({
    schema: z.preprocess(values => bodyOf(values as ProductFormValues), call.body),
    initial: formValuesOf(product ?? start ?? defaultNewProduct, withCost),
    send: (values, idempotencyKey) =>
      product
        ? request(products.update, { params: { id: product.id }, body: bodyOf(values), shownInPlace: true })
        : request(products.create, { body: bodyOf(values), idempotencyKey, shownInPlace: true }),
    onDone: onSaved,
    failure: 'The product could not be saved. Try again.',
    lineFields: { barcodes: barcodeRules },
    valuesOfCurrent: row => formValuesOf(z.decode(products.update.reply, row as never), withCost),
  });
  return (
    <Form form={form} submitLabel={product ? 'Save' : 'Add product'} onCancel={onCancel}>
      <div className="product-form">
        <NameFields form={form} isArchived={product?.status === 'archived'} />
        <PriceFields form={form} product={product} />
        <StockFields form={form} />
        <BarcodeFields form={form} />
      </div>
    </Form>
  );
}

type SectionProps = { form: ContractForm<ProductFormValues> };

function NameFields({ form: { form }, isArchived }: SectionProps & { isArchived: boolean }) {
  const choices = useProductChoices();
  const { category_id, sub_category_id, brand_id } = form.values;
  const within = choices?.sub_categories.filter(choice => String(choice.category_id) === category_id);
  return (
    <Card title="Product">
      <div className="form-columns">
        <TextInput
          className="form-wide"
          label="Name"
          required
          maxLength={200}
          data-autofocus
          autoFocus
          {...form.getInputProps('name')}
        />
        <TextInput
          label="SKU"
          required
          maxLength={60}
          description="Your own stock code"
          autoComplete="off"
          {...form.getInputProps('sku')}
        />
        {isArchived ? (
          <TextInput
            label="Status"
            description="Restore it from its page first, under More actions"
            readOnly
            value={productStatusNames.archived}
          />
        ) : (
          <NativeSelect
            label="Status"
            description="Not offered on sales or orders when inactive"
            data={statusOptions}
            {...form.getInputProps('status')}
          />
        )}
        <NativeSelect
          label="Category"
          data={optionsOf(choices?.categories, category_id, 'No category')}
          {...form.getInputProps('category_id')}
          onChange={event => {
            form.setFieldValue('category_id', event.currentTarget.value);
            form.setFieldValue('sub_category_id', '');
          }}
        />
        <NativeSelect
          label="Sub-category"
          disabled={category_id === ''}
          data={optionsOf(within, sub_category_id, 'No sub-category')}
          {...form.getInputProps('sub_category_id')}
        />
        <NativeSelect
          label="Brand"
          data={optionsOf(choices?.brands, brand_id, 'No brand')}
          {...form.getInputProps('brand_id')}
        />
        <Textarea
          className="form-wide"
          label="Notes"
          rows={2}
          maxLength={4000}
          {...form.getInputProps('notes')}
        />
      </div>
    </Card>
  );
}

const policyOptions = Object.entries(stockPolicyNames).map(([value, label]) => ({ value, label }));

function StockFields({ form: { form } }: SectionProps) {
  const choices = useProductChoices();
  const { unit_id, buying_unit_id, is_stocked } = form.values;
  const nameOf = (id: string) => choices?.units.find(unit => String(unit.id) === id)?.name;
  return (
    <Card title="Units and stock">
      <div className="form-columns">
        <NativeSelect
          label="Unit"
          required
          description={
            choices?.units.length === 0 ? (
              <>
                There are no units yet. <TextLink to="/masters/units">Add the first one</TextLink>
              </>
            ) : (
              'The unit you stock and sell it in'
            )
          }
          data={optionsOf(choices?.units, unit_id, 'Choose a unit')}
          {...form.getInputProps('unit_id')}
        />
        <NativeSelect
          label="Buying unit"
          description="Only if you buy it in a different unit"
          data={optionsOf(choices?.units, buying_unit_id, 'The same unit')}
          {...form.getInputProps('buying_unit_id')}
        />
        {buying_unit_id !== '' && (
          <QuantityInput
            className="form-wide"
            label={`${nameOf(unit_id) ?? 'Units'} in one ${nameOf(buying_unit_id) ?? 'buying unit'}`}
            required
            {...form.getInputProps('buying_factor')}
          />
        )}
        <Checkbox
          className="form-wide"
          label="Track stock of this product"
          description="Turn off for services, postage and fees"
          {...form.getInputProps('is_stocked', { type: 'checkbox' })}
        />
        {is_stocked && (
          <>
            <NativeSelect
              className="form-wide"
              label="If stock runs out"
              data={policyOptions}
              {...form.getInputProps('stock_policy')}
            />
            <QuantityInput
              label="Reorder level"
              description="Stock is low at or below this"
              {...form.getInputProps('reorder_level')}
            />
            <QuantityInput
              label="Reorder quantity"
              description="How many to order when stock is low"
              {...form.getInputProps('reorder_quantity')}
            />
          </>
        )}
      </div>
    </Card>
  );
}
