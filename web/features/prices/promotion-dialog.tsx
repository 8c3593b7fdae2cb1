import { NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { promotionKindNames } from '#domain/pricing/price-rules';
import {
  appliesToNames,
  hasPercent,
  isPricedDeal,
  type PromotionDetail,
  promotions,
} from '#domain/pricing/promotion.contract';
import { request } from '../../platform/api';
import { MoneyInput } from '../../ui/form/figure-inputs';
import { Form, useContractForm } from '../../ui/form/form';
import { GuardedDialog } from '../../ui/dialogs/guarded-dialog';
import { statusOptions } from '../../ui/filters/status-options';
import { ChosenCategories, ChosenProducts } from './promotion-choices';
import { PromotionGroups } from './promotion-groups';
import { promotionLines } from './promotion-merge';
import './prices.css';
import { blankPromotion, bodyOf, type PromotionValues, valuesOf } from './promotion-values';
import { DateInput } from '../../ui/dates/date-input';
import { LoadFailure } from '../../ui/load-failure';
import { promotionToEdit } from './prices.queries';

type Props = { id: number | null; onClose: () => void; onSaved: () => void | Promise<void> };

/** Adds or edits a promotion. */
export function PromotionDialog({ id, onClose, onSaved }: Props) {
  const page = useQuery(promotionToEdit(id));
  const promotion = id === null ? null : page.data;
  return (
    <GuardedDialog
      onClose={onClose}
      title={promotion ? `Edit ${promotion.name}` : id === null ? 'Add promotion' : 'Promotion'}
      size="lg"
    >
      {promotion === undefined ? (
        page.isError ? (
          <LoadFailure page={page} words="The promotion could not be loaded." />
        ) : (
          <Skeleton height={320} role="status" aria-label="Loading the promotion" />
        )
      ) : (
        <PromotionForm promotion={promotion} onClose={onClose} onSaved={onSaved} />
      )}
    </GuardedDialog>
  );
}

function PromotionForm({
  promotion,
  onClose,
  onSaved,
}: Omit<Props, 'id'> & { promotion: PromotionDetail | null }) {
  const form = useContractForm<PromotionValues, PromotionDetail>({
    schema: z.preprocess(values => bodyOf(values as PromotionValues), promotions.update.body),
    initial: promotion ? valuesOf(promotion) : blankPromotion(),
    lineFields: promotionLines,
    send: (values, idempotencyKey) =>
      promotion
        ? request(promotions.update, {
            params: { id: promotion.id },
            body: bodyOf(values),
            shownInPlace: true,
          })
        : request(promotions.create, { body: bodyOf(values), idempotencyKey, shownInPlace: true }),
    onDone: onSaved,
    failure: 'The promotion could not be saved.',
    valuesOfCurrent: row => valuesOf(z.decode(promotions.update.reply, row as never)),
  });
  const field = form.form.getInputProps;
  return (
    <Form form={form} submitLabel="Save" onCancel={onClose}>
      <div className="form-columns">
        <TextInput
          className="form-wide"
          label="Name"
          description="Shown at the till and on receipts"
          required
          maxLength={100}
          data-autofocus
          {...field('name')}
        />
        <Terms form={form.form} />
        <AppliesTo form={form.form} />
        <DateInput label="From" required {...field('starts_on')} />
        <DateInput label="Until (inclusive)" required {...field('ends_on')} />
        <NativeSelect label="Status" data={statusOptions} {...field('status')} />
      </div>
    </Form>
  );
}

type Fields = ReturnType<typeof useContractForm<PromotionValues, unknown>>['form'];

/** What the promotion applies to: everything, chosen items, or the groups of a deal. */
function AppliesTo({ form }: { form: Fields }) {
  const { kind, applies_to, products, categories } = form.values;
  if (kind === 'mix_and_match') return <PromotionGroups form={form} />;
  return (
    <>
      <NativeSelect
        className="form-wide"
        label="For"
        data={appliesToOptions}
        {...form.getInputProps('applies_to')}
      />
      {applies_to === 'products' && (
        <ChosenProducts
          path="product_ids"
          error={form.errors.product_ids}
          chosen={products}
          onChange={chosen => {
            form.clearFieldError('product_ids');
            form.setFieldValue('products', chosen);
          }}
        />
      )}
      {applies_to === 'categories' && (
        <ChosenCategories
          path="category_ids"
          error={form.errors.category_ids}
          chosen={categories}
          onChange={chosen => {
            form.clearFieldError('category_ids');
            form.setFieldValue('categories', chosen);
          }}
        />
      )}
    </>
  );
}

const appliesToOptions = Object.entries(appliesToNames)
  .filter(([value]) => value !== 'groups')
  .map(([value, label]) => ({ value, label }));

/** The kind of promotion and its fields. */
function Terms({ form }: { form: Fields }) {
  const field = form.getInputProps;
  const { kind } = form.values;
  return (
    <>
      <NativeSelect
        label="Kind"
        data={Object.entries(promotionKindNames).map(([value, label]) => ({ value, label }))}
        {...field('kind')}
      />
      {kind === 'fixed_price' && (
        <MoneyInput
          label="Unit price"
          description="Includes or excludes VAT, like each product’s own price"
          required
          {...field('price')}
        />
      )}
      {kind === 'n_for_price' && (
        <TextInput label="Quantity" inputMode="numeric" required {...field('buy_units')} />
      )}
      {isPricedDeal(kind) && <DealPrice form={form} />}
      {kind === 'buy_x_get_y' && (
        <div className="promotion-units">
          <TextInput label="Buy" inputMode="numeric" required {...field('buy_units')} />
          <TextInput label="Get" inputMode="numeric" required {...field('get_units')} />
        </div>
      )}
      {hasPercent(kind) && (
        <TextInput
          className={kind === 'percentage' ? '' : 'form-wide'}
          label="Percentage off"
          description={
            kind === 'percentage' ? 'Off the list price' : 'Applied to the cheapest items. 100 means free'
          }
          inputMode="decimal"
          autoComplete="off"
          required
          rightSection={<span aria-hidden>%</span>}
          classNames={{ input: 'figures' }}
          {...field('percent_off')}
        />
      )}
    </>
  );
}

/** One price for all items of a deal. */
const DealPrice = ({ form }: { form: Fields }) => (
  <>
    <MoneyInput
      label="Deal price"
      description="For all items together"
      required
      {...form.getInputProps('price')}
    />
    <NativeSelect
      label="VAT on the price"
      description="How customers see this price"
      data={[
        { value: 'yes', label: 'Includes VAT' },
        { value: 'no', label: 'Excludes VAT' },
      ]}
      {...form.getInputProps('price_includes_vat')}
    />
  </>
);
