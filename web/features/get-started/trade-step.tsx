import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getStarted } from '#domain/get-started/get-started.contract';
import {
  type AddedByTrade,
  type Additions,
  tradeTemplate,
} from '#domain/get-started/trade-template.contract';
import type { Trade } from '#domain/get-started/trade-templates';
import { countOf } from '#domain/kernel/count-of';
import { formatQuantity } from '#domain/kernel/quantity';
import { vatCodeNames } from '#domain/kernel/vat';
import { categories, expenseCategories, subCategories, units } from '#domain/masters/master.contract';
import { productChoices } from '#domain/products/product-choices.contract';
import { stockPolicyNames } from '#domain/products/product.status';
import { newProductSettings } from '#domain/settings/new-products.contract';
import { useAccess } from '../../platform/access';
import { newIdempotencyKey, request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { useReload } from '../../platform/reload';
import { Card } from '../../ui/card';
import { FactList } from '../../ui/record/fact-list';
import { LoadFailure } from '../../ui/load-failure';
import { NoticeAlert, useNotice } from '../../ui/notice';
import { offeredTrades } from './get-started-details.queries';
import { Radio } from '../../ui/form/radio';

/** Chooses a trade. What its template would add is listed before it is added. */
export function TradeStep() {
  const page = useQuery(offeredTrades);
  const [chosen, choose] = useState<Trade | null>(null);
  const notices = useNotice();
  if (!page.data) return page.isError ? <LoadFailure page={page} /> : <Skeleton height={320} />;
  const trades = page.data.data;
  const offer = trades.find(({ trade }) => trade === chosen);
  return (
    <>
      <NoticeAlert notices={notices} />
      <Card>
        <Radio.Group label="Your trade" value={chosen} onChange={value => choose(value)}>
          <div className="guide-trades">
            {trades.map(({ trade, name, about }) => (
              <Radio key={trade} value={trade} label={name} description={about} />
            ))}
          </div>
        </Radio.Group>
      </Card>
      {offer && <Offer key={offer.trade} offer={offer} notices={notices} />}
    </>
  );
}

type OfferProps = { offer: AddedByTrade; notices: ReturnType<typeof useNotice> };

function Offer({ offer: { trade, name, adds }, notices }: OfferProps) {
  const canAdd = useAccess().canCall(tradeTemplate.apply);
  const [busy, setBusy] = useState(false);
  const [key, setKey] = useState(newIdempotencyKey);
  const reload = useReload(
    tradeTemplate.list,
    getStarted.show,
    units.list,
    categories.list,
    subCategories.list,
    expenseCategories.list,
    productChoices,
    newProductSettings.get,
  );
  const records = recordsIn(adds);
  const add = async () => {
    setBusy(true);
    try {
      const { added } = await request(tradeTemplate.apply, {
        body: { trade },
        idempotencyKey: key,
        shownInPlace: true,
      });
      setKey(newIdempotencyKey());
      reload(() => notices.succeeded(`${name}: ${countOf(recordsIn(added), 'record')} added.`));
    } catch (error) {
      notices.failed(messageOf(error, 'The template could not be added. Try again.'));
    } finally {
      setBusy(false);
    }
  };
  if (records === 0 && !adds.new_product)
    return <Card title={name}>Nothing more to add: you have all of these.</Card>;
  return (
    <Card title={`${name}: what will be added`}>
      <FactList facts={factsOf(adds)} />
      <p className="guide-found">
        You can rename, add and remove all of these later, under Products and Money in the menu. Anything you
        already have is kept.
      </p>
      {canAdd ? (
        <Button loading={busy} onClick={() => void add()}>
          {records === 0 ? 'Save these defaults' : `Add ${countOf(records, 'record')}`}
        </Button>
      ) : (
        <p>Ask a user with permission to add units and categories.</p>
      )}
    </Card>
  );
}

const recordsIn = (adds: Additions): number =>
  adds.units.length + adds.categories.length + adds.sub_categories.length + adds.expense_categories.length;

const listed = (names: readonly string[]) => (names.length === 0 ? null : names.join(', '));

function factsOf({
  units: newUnits,
  categories: newCategories,
  sub_categories,
  expense_categories,
  new_product,
}: Additions) {
  const parts = Object.entries(Object.groupBy(sub_categories, ({ category }) => category)).map(
    ([category, rows = []]) => `${category}: ${rows.map(({ name }) => name).join(', ')}`,
  );
  return [
    { label: 'Units', value: listed(newUnits) },
    { label: 'Categories', value: listed(newCategories) },
    { label: 'Sub-categories', value: parts.length === 0 ? null : parts.join('; ') },
    { label: 'Expense categories', value: listed(expense_categories) },
    { label: 'New products', value: new_product ? defaultsIn(new_product) : 'Your own defaults are kept.' },
  ];
}

const defaultsIn = ({
  unit,
  vat_code,
  stock_policy,
  reorder_level,
  reorder_quantity,
}: NonNullable<Additions['new_product']>) =>
  [
    `Unit: ${unit}`,
    `VAT code: ${vatCodeNames[vat_code]}`,
    `If stock runs out: ${stockPolicyNames[stock_policy]}`,
    reorder_level !== null && `Reorder level: ${formatQuantity(reorder_level)}`,
    reorder_quantity !== null && `Reorder quantity: ${formatQuantity(reorder_quantity)}`,
  ]
    .filter(Boolean)
    .join('; ');
