import { Alert, Center, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import type { QuoteDetail } from '#domain/quotes/quote.contract';
import { useAccess } from '../../platform/access';
import { messageOf } from '../../platform/api-error';
import { usePageTitle } from '../../platform/page-title';
import { PageHeader } from '../../ui/page-header';
import { RecordOrReason } from '../../ui/record-or-reason';
import { CompanyNotices } from '../books';
import { Desk } from './desk';
import { customerById, startCustomers } from './device/customers';
import type { Basket, OpenedQuote } from './engine/basket';
import { newClientId } from '../../platform/client-id';
import { basketOfQuote, basketOfSale } from './engine/edit';
import { quoteToUse, saleToEdit } from './pos.queries';
import { TillGates } from './till-gates';
import { useTillDevice } from './use-till-device';

/** The sales desk: sales to named customers, paid or on account, delivered or taken away. */
export function DeskPage() {
  usePageTitle('New Sale');
  const device = useTillDevice('desk');
  return (
    <>
      <PageHeader title="New Sale" />
      <CompanyNotices />
      <TillGates device={device}>{store => <Desk store={store} />}</TillGates>
    </>
  );
}

/** Edits a completed sale by cancelling it and replacing it with a new one (rule L7). */
export function DeskEditPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const number = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0;
  usePageTitle('Edit Sale');
  const found = useQuery(saleToEdit(number > 0 ? number : undefined));
  const sale = found.data;
  const disabledReason =
    number === 0
      ? 'Sale not found'
      : found.isError
        ? messageOf(found.error, 'The sale could not be loaded.')
        : sale && !sale.can.edit.allowed
          ? (sale.can.edit.reason ?? 'This sale cannot be edited.')
          : null;
  if (disabledReason) return <Refused title="Edit Sale" reason={disabledReason} />;
  if (!sale)
    return (
      <Center h="60dvh" role="status" aria-busy="true" aria-label="Loading the sale">
        <Loader />
      </Center>
    );
  return (
    <DeskEdit
      key={sale.id}
      id={sale.id}
      number={sale.number}
      first={async () => basketOfSale(sale, newClientId(), customerById(sale.customer.id))}
    />
  );
}

function DeskEdit({ id, number, first }: { id: number; number: string; first: () => Promise<Basket> }) {
  const device = useTillDevice(`edit ${id}`, first);
  return (
    <>
      <PageHeader title={`Edit Sale ${number}`} />
      <TillGates device={device}>{store => <Desk store={store} />}</TillGates>
    </>
  );
}

/** The desk with the basket of a quote, to invoice or revise it. */
export const DeskQuotePage = () => (
  <RecordOrReason record={quoteToUse} noun="quote" title="Quote">
    {(quote: QuoteDetail) => <DeskQuote key={quote.id} quote={quote} />}
  </RecordOrReason>
);

function DeskQuote({ quote }: { quote: QuoteDetail }) {
  const search = useSearch({ strict: false }) as { use?: string };
  const use: OpenedQuote['use'] = search.use === 'revise' ? 'revise' : 'invoice';
  // Keep the quote as loaded: once invoiced, reloading it would refuse the desk behind the receipt.
  const [opened] = useState({ quote, use });
  const title = opened.use === 'revise' ? `Revise ${quote.number}` : `Invoice for ${quote.number}`;
  usePageTitle(title);
  const result = opened.quote.can[opened.use];
  if (!result.allowed) return <Refused title={title} reason={result.reason ?? 'This quote is closed'} />;
  return <QuoteDesk title={title} opened={opened} />;
}

type QuoteOnDesk = { readonly quote: QuoteDetail; readonly use: OpenedQuote['use'] };

function QuoteDesk({ title, opened: { quote, use } }: { title: string; opened: QuoteOnDesk }) {
  // Each quote version has its own basket. The server would refuse a basket built on an old version.
  const canViewCustomers = useAccess().can('view_customer');
  const device = useTillDevice(`${use} ${quote.id} ${quote.version}`, async () => {
    // Load customers first: their price group and credit come from this device.
    await startCustomers(canViewCustomers);
    return basketOfQuote(quote, newClientId(), { use, customer: customerById(quote.customer.id) });
  });
  return (
    <>
      <PageHeader title={title} />
      <TillGates device={device}>{store => <Desk store={store} />}</TillGates>
    </>
  );
}

const Refused = ({ title, reason }: { title: string; reason: string }) => (
  <>
    <PageHeader title={title} />
    <Alert role="alert" color="red" variant="light" icon={<CircleAlert size={18} />}>
      {reason}
    </Alert>
  </>
);
