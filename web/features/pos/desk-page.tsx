import { Alert, Button, Center, Loader, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { sales } from '#domain/sales/sale.contract';
import { request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { usePageTitle } from '../../platform/page-title';
import { useStore } from '../../platform/store';
import { PageHeader } from '../../ui/page-header';
import { BasketPanel } from './basket-panel';
import type { BasketStore } from './device/basket-store';
import { customerById } from './device/customers';
import { registerState } from './device/register';
import type { Basket } from './engine/basket';
import { newClientId } from './engine/client-id';
import { basketOfSale } from './engine/edit';
import { ProductFinder } from './product-finder';
import { RemarkLine } from './remark-line';
import { useTillKeys } from './till-actions';
import { TillProvider, useTill } from './till-context';
import { TillGates } from './till-gates';
import { TillWindows } from './till-windows';
import { useTillDevice } from './use-till-device';
import './till.css';
import './till-basket.css';
import './till-windows.css';
import './desk.css';

/** The sales desk: a sale for somebody with a name, on account or paid, delivered or taken along. */
export function DeskPage() {
  usePageTitle('New Sale');
  const device = useTillDevice('desk');
  return (
    <>
      <PageHeader title="New Sale" />
      <TillGates device={device}>{store => <Desk store={store} />}</TillGates>
    </>
  );
}

/** A completed sale is edited: the old one is cancelled, and a new one takes its place (rule L7). */
export function DeskEditPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const number = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0;
  usePageTitle('Edit Sale');
  const found = useQuery({
    queryKey: [sales.get.path, number],
    queryFn: ({ signal }) => request(sales.get, { params: { id: number }, signal, shownInPlace: true }),
    enabled: number > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const sale = found.data;
  const against =
    number === 0
      ? 'Sale not found'
      : found.isError
        ? messageOf(found.error, 'The sale could not be loaded.')
        : sale && !sale.can.edit.allowed
          ? (sale.can.edit.reason ?? 'This sale cannot be edited.')
          : null;
  if (against)
    return (
      <>
        <PageHeader title="Edit Sale" />
        <Alert role="alert" color="red" variant="light" icon={<CircleAlert size={18} />}>
          {against}
        </Alert>
      </>
    );
  if (!sale)
    return (
      <Center h="60dvh" role="status" aria-label="Loading the sale">
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

function Desk({ store }: { store: BasketStore }) {
  const register = useStore(registerState);
  return (
    <TillProvider
      channel="desk"
      sessionId={register.kind === 'open' ? register.sessionId : null}
      store={store}
    >
      <DeskScreen />
    </TillProvider>
  );
}

function DeskScreen() {
  const till = useTill();
  const navigate = useNavigate();
  useTillKeys(till);
  const last = useRef(till.window);
  // An edited sale is done with when its receipt is closed: the new one is looked at.
  useEffect(() => {
    const before = last.current;
    last.current = till.window;
    if (before?.kind === 'receipt' && before.isFresh && !till.window && till.basket.replacing)
      void navigate({ to: `/sales/invoices/${before.sale.id}` as never });
  }, [till.window, till.basket.replacing, navigate]);
  return (
    <div className="desk">
      <div className="desk-work">
        {till.basket.replacing && <EditNotice />}
        <section className="till-products" aria-label="Products">
          <ProductFinder withoutTiles />
          <RemarkLine />
        </section>
        <Details />
      </div>
      <BasketPanel />
      <TillWindows />
    </div>
  );
}

/** Why it is edited: it stands on the credit note of what it was. */
function EditNotice() {
  const { basket, change } = useTill();
  const { replacing } = basket;
  if (!replacing) return null;
  return (
    <div className="desk-edit">
      <p>
        {replacing.number} is cancelled when this is completed, and a new sale takes its place. Only the
        difference is paid.
      </p>
      <TextInput
        label="Reason for the change"
        required
        maxLength={200}
        value={replacing.reason}
        onChange={event => change({ do: 'replacing', reason: event.currentTarget.value })}
      />
    </div>
  );
}

/** What belongs to the sale as a whole. */
function Details() {
  const { basket, change, open } = useTill();
  const isExclusive = basket.mode === 'exclusive';
  return (
    <section className="desk-details" aria-label="Details">
      <div className="till-switch" role="group" aria-label="Prices">
        <button
          type="button"
          aria-pressed={!isExclusive}
          onClick={() => change({ do: 'mode', mode: 'inclusive' })}
        >
          Prices with VAT
        </button>
        <button
          type="button"
          aria-pressed={isExclusive}
          onClick={() => change({ do: 'mode', mode: 'exclusive' })}
        >
          Prices before VAT
        </button>
      </div>
      <TextInput
        label="Their reference"
        maxLength={60}
        value={basket.customerReference}
        onChange={event =>
          change({ do: 'details', changes: { customerReference: event.currentTarget.value } })
        }
      />
      <Textarea
        label="Deliver to"
        autosize={false}
        rows={3}
        maxLength={500}
        value={basket.deliveryAddress}
        onChange={event => change({ do: 'details', changes: { deliveryAddress: event.currentTarget.value } })}
      />
      <Textarea
        label="Notes"
        rows={3}
        maxLength={2000}
        value={basket.notes}
        onChange={event => change({ do: 'details', changes: { notes: event.currentTarget.value } })}
      />
      <div className="desk-more">
        <Button variant="default" onClick={() => open({ kind: 'held' })}>
          Held baskets
        </Button>
        <Button variant="default" onClick={() => open({ kind: 'unsent' })}>
          Sales of this device
        </Button>
        <Button variant="subtle" onClick={() => open({ kind: 'help' })}>
          Keys
        </Button>
      </div>
    </section>
  );
}
