import { Alert, Center, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useReducer, useState } from 'react';
import type { QuoteDetail } from '#domain/quotes/quote.contract';
import type { SaleDetail } from '#domain/sales/sale.contract';
import { useAccess } from '../../platform/access';
import { isNotFound, messageOf } from '../../platform/api-error';
import { usePageTitle } from '../../platform/page-title';
import { PageHeader } from '../../ui/page-header';
import { BackButton } from '../../ui/page-link';
import { RecordOrReason } from '../../ui/record/record-or-reason';
import { CompanyNotices } from '../books';
import { Desk } from './desk';
import { customerById, keepCustomers, startCustomers } from './device/customers';
import type { Basket, OpenedQuote } from './engine/basket';
import { newClientId } from '../../platform/client-id';
import { keepAgreed } from './device/products';
import { basketOfQuote, basketOfSale, productsOf, stateOfSale } from './engine/edit';
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
  const [attempt, loadAgain] = useReducer((last: number) => last + 1, 0);
  return <EditOf key={`${number} ${attempt}`} number={number} loadAgain={loadAgain} />;
}

/**
 * The sale as it is when the desk is opened, not as it was read earlier: it may have been refunded or paid since. It then
 * stays as loaded, because the completed edit would refuse the desk behind its receipt.
 */
function useSaleToEdit(id: number | undefined) {
  const found = useQuery(saleToEdit(id));
  const [opened, setOpened] = useState<SaleDetail | null>(null);
  if (opened === null && found.isSuccess && found.isFetchedAfterMount) setOpened(found.data);
  return { sale: opened, error: opened === null && found.isError ? found.error : null };
}

function EditOf({ number, loadAgain }: { number: number; loadAgain: () => void }) {
  const { sale, error } = useSaleToEdit(number > 0 ? number : undefined);
  const missing = number === 0 || isNotFound(error);
  const disabledReason = missing
    ? 'Sale not found'
    : error
      ? messageOf(error, 'The sale could not be loaded.')
      : sale && !sale.can.edit.allowed
        ? (sale.can.edit.reason ?? 'This sale cannot be edited.')
        : null;
  if (disabledReason)
    return <Refused title="Edit Sale" reason={disabledReason} back={backTo('/sales/invoices')} />;
  if (!sale)
    return (
      <Center h="60dvh" role="status" aria-busy="true" aria-label="Loading the sale">
        <Loader />
      </Center>
    );
  return (
    <DeskEdit
      sale={sale}
      first={() => basketOfSale(sale, newClientId(), customerById(sale.customer.id))}
      loadAgain={loadAgain}
    />
  );
}

type DeskEditProps = { sale: SaleDetail; first: () => Basket; loadAgain: () => void };

function DeskEdit({ sale, first, loadAgain }: DeskEditProps) {
  useEffect(() => keepAgreed(productsOf(sale)), [sale]);
  // Each state of the sale has its own basket. The server would refuse one built on an earlier state.
  const device = useTillDevice(`edit ${sale.id} ${stateOfSale(sale)}`, async () => first());
  return (
    <>
      <PageHeader title={`Edit Sale ${sale.number}`} />
      <TillGates device={device}>
        {store => <Desk store={store} startAgain={first} loadAgain={loadAgain} />}
      </TillGates>
    </>
  );
}

/** The desk with the basket of a quote, to invoice or revise it. */
export function DeskQuotePage() {
  const [opening, loadAgain] = useReducer(newClientId, newClientId());
  return (
    <RecordOrReason record={quoteToUse(opening)} noun="quote" title="Quote" back={backTo('/sales/quotes')}>
      {(quote: QuoteDetail) => (
        <DeskQuote key={`${quote.id} ${opening}`} quote={quote} loadAgain={loadAgain} />
      )}
    </RecordOrReason>
  );
}

function DeskQuote({ quote, loadAgain }: { quote: QuoteDetail; loadAgain: () => void }) {
  const search = useSearch({ strict: false }) as { use?: string };
  const use: OpenedQuote['use'] = search.use === 'revise' ? 'revise' : 'invoice';
  // Keep the quote as loaded: once invoiced, reloading it would refuse the desk behind the receipt.
  const [opened] = useState({ quote, use });
  const title = opened.use === 'revise' ? `Revise ${quote.number}` : `Invoice for ${quote.number}`;
  usePageTitle(title);
  const result = opened.quote.can[opened.use];
  if (!result.allowed)
    return (
      <Refused
        title={title}
        reason={result.reason ?? 'This quote is closed'}
        back={backTo('/sales/quotes')}
      />
    );
  return <QuoteDesk title={title} opened={opened} loadAgain={loadAgain} />;
}

type QuoteOnDesk = { readonly quote: QuoteDetail; readonly use: OpenedQuote['use'] };

type QuoteDeskProps = { title: string; opened: QuoteOnDesk; loadAgain: () => void };

function QuoteDesk({ title, opened: { quote, use }, loadAgain }: QuoteDeskProps) {
  // Each quote version has its own basket. The server would refuse a basket built on an old version.
  const canViewCustomers = useAccess().can('view_customer');
  useEffect(() => (use === 'invoice' ? keepAgreed(productsOf(quote)) : undefined), [quote, use]);
  const device = useTillDevice(`${use} ${quote.id} ${quote.version}`, async () => {
    // Load customers first: their price group and credit come from this device.
    keepCustomers(canViewCustomers);
    await startCustomers();
    return basketOfQuote(quote, newClientId(), { use, customer: customerById(quote.customer.id) });
  });
  return (
    <>
      <PageHeader title={title} />
      <TillGates device={device}>{store => <Desk store={store} loadAgain={loadAgain} />}</TillGates>
    </>
  );
}

const backTo = (list: '/sales/invoices' | '/sales/quotes') => <BackButton to={list}>Back to List</BackButton>;

type RefusedProps = { title: string; reason: string; back: ReactNode };

const Refused = ({ title, reason, back }: RefusedProps) => (
  <>
    <PageHeader title={title} actions={back} />
    <Alert role="alert" color="red" variant="light" icon={<CircleAlert size={18} />}>
      {reason}
    </Alert>
  </>
);
