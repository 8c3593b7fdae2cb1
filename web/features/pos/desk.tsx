import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { countryOptions, homeCountry } from '#domain/countries/country';
import { exportScope, isExport } from '#domain/countries/vat-by-country';
import { useStore } from '../../platform/store';
import { everything, useReload } from '../../platform/reload';
import { BasketPanel } from './basket-panel';
import { changeTerms } from './change-terms';
import { ClockState } from './clock-state';
import type { BasketStore } from './device/basket-store';
import { catalogue, catalogueState } from './device/products';
import { registerState } from './device/register';
import { type Basket, isUntouched } from './engine/basket';
import { ProductFinder } from './product-finder';
import { RemarkLine } from './remark-line';
import { actions, useTillKeys } from './till-actions';
import { TillProvider, useTill, useTillCommands } from './till-context';
import type { Till } from './till-state';
import { TillDialogs } from './till-dialogs';
import './till.css';
import './till-basket.css';
import './till-dialogs.css';
import './desk.css';

type DeskProps = {
  store: BasketStore;
  /** The basket an edit begins with. */
  startAgain?: () => Basket;
  /** Loads the sale or quote behind the basket again. */
  loadAgain?: () => void;
};

/** The sales desk, for every kind of basket. */
export function Desk({ store, startAgain, loadAgain }: DeskProps) {
  const register = useStore(registerState);
  return (
    <TillProvider
      channel="desk"
      sessionId={register.kind === 'open' ? register.sessionId : null}
      store={store}
      loadAgain={loadAgain}
    >
      <DeskScreen startAgain={startAgain} />
    </TillProvider>
  );
}

function DeskScreen({ startAgain }: Pick<DeskProps, 'startAgain'>) {
  const till = useTill();
  useTillKeys(useTillCommands());
  useFirstMode(till);
  useReturnToDocument();
  const { replacing, quote } = till.basket;
  return (
    <div className="desk">
      <div className="desk-work">
        {replacing && <EditNotice startAgain={startAgain} />}
        {quote && (
          <div className="desk-edit">
            <p>
              {quote.use === 'invoice'
                ? `${quote.number} is being invoiced at its quoted prices. Completing the sale creates the invoice.`
                : `You are revising ${quote.number}. Lines without a price override use today’s prices.`}
            </p>
          </div>
        )}
        <ClockState />
        <section className="till-products" aria-label="Products">
          <ProductFinder withoutTiles />
          <RemarkLine />
        </section>
        <Details />
      </div>
      <BasketPanel />
      <TillDialogs />
    </div>
  );
}

/** After a sale was edited or made from a quote, closing its receipt opens the document. */
function useReturnToDocument(): void {
  const till = useTill();
  const navigate = useNavigate();
  const reload = useReload(everything);
  const last = useRef(till.dialog);
  const { replacing, quote } = till.basket;
  useEffect(() => {
    const before = last.current;
    last.current = till.dialog;
    if (before?.kind !== 'receipt' || !before.isFresh || till.dialog || !(replacing ?? quote)) return;
    reload();
    if (quote) void navigate({ to: '/sales/quotes/$id', params: { id: String(quote.id) } });
    else void navigate({ to: '/sales/invoices/$id', params: { id: String(before.sale.id) } });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- asking again is one and the same, whenever it was made
  }, [till.dialog, replacing, quote, navigate]);
}

/** The reason for the edit, printed on the credit note. */
function EditNotice({ startAgain }: Pick<DeskProps, 'startAgain'>) {
  const till = useTill();
  const { basket, change, unanswered } = till;
  const { replacing } = basket;
  if (!replacing) return null;
  return (
    <div className="desk-edit">
      <p>
        Completing this cancels {replacing.number} and replaces it with a new sale. Only the difference is
        paid or refunded.
      </p>
      <TextInput
        label="Reason for the change"
        required
        maxLength={200}
        value={replacing.reason}
        onChange={event => change({ do: 'replacing', reason: event.currentTarget.value })}
      />
      {startAgain && (
        <div className="desk-more">
          <Button
            variant="default"
            // What was sent and not answered may be recorded, and is only sent again as it was.
            disabled={unanswered !== null}
            onClick={() => discardChanges(till, startAgain())}
          >
            Start again
          </Button>
        </div>
      )}
    </div>
  );
}

/** The edit as it began, with an undo. */
function discardChanges({ store, change, say }: Till, fresh: Basket): void {
  const before = store.basket.get();
  change({ do: 'replace', basket: fresh });
  say({
    tone: 'plain',
    text: 'Your changes to this sale were discarded.',
    action: {
      label: 'Undo',
      run: () => {
        change({ do: 'replace', basket: before });
        say(null);
      },
    },
  });
}

/** Details of the sale as a whole. */
function Details() {
  const { basket, change } = useTill();
  return (
    <section className="desk-details" aria-label="Details">
      {basket.quote?.use !== 'invoice' && <PriceMode />}
      <TextInput
        label="Customer reference"
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
      <DeliveryCountry />
      <Textarea
        label="Notes"
        rows={3}
        maxLength={2000}
        value={basket.notes}
        onChange={event => change({ do: 'details', changes: { notes: event.currentTarget.value } })}
      />
      <More />
    </section>
  );
}

/** The country of delivery decides VAT: exports are zero-rated (rule V28). */
function DeliveryCountry() {
  const till = useTill();
  const { basket } = till;
  const country = basket.deliveryCountry ?? homeCountry;
  return (
    <NativeSelect
      label="Country of delivery"
      data={countryOptions()}
      value={country}
      disabled={basket.quote?.use === 'invoice'}
      description={isExport(country) ? `${exportTerms} ${exportScope}` : undefined}
      onChange={event => changeTerms(till, { do: 'deliver-to', country: event.currentTarget.value })}
    />
  );
}

const exportTerms =
  'Export: no VAT is charged and prices exclude VAT. Keep proof that the goods left the UK.';

/** A new basket starts in the price mode from Settings. The user can switch it. */
function useFirstMode({ basket, change }: Till) {
  // Settings are unknown until the catalogue has loaded.
  const isKnown = useStore(catalogueState).version > 0;
  const mode = isKnown ? catalogue.head()?.desk_price_mode : undefined;
  const { clientId } = basket;
  const isNew = isUntouched(basket) && !basket.quote && !basket.replacing;
  const started = useRef<string | null>(null);
  useEffect(() => {
    if (mode === undefined || started.current === clientId) return;
    started.current = clientId;
    if (isNew && mode === 'exclusive') change({ do: 'mode', mode });
  }, [clientId, mode, isNew, change]);
}

/** Prices including or excluding VAT. A quote keeps the mode it was agreed in. */
function PriceMode() {
  const till = useTill();
  const { basket } = till;
  const isExclusive = basket.mode === 'exclusive';
  return (
    <div className="till-switch" role="group" aria-label="Prices">
      <button
        type="button"
        aria-pressed={!isExclusive}
        disabled={isExport(basket.deliveryCountry ?? homeCountry)}
        onClick={() => changeTerms(till, { do: 'mode', mode: 'inclusive' })}
      >
        Prices including VAT
      </button>
      <button
        type="button"
        aria-pressed={isExclusive}
        onClick={() => changeTerms(till, { do: 'mode', mode: 'exclusive' })}
      >
        Prices excluding VAT
      </button>
    </div>
  );
}

function More() {
  const till = useTill();
  const { basket, open } = till;
  return (
    <div className="desk-more">
      {!basket.replacing && !basket.quote && (
        <Button
          variant="default"
          title={actions.quote.key}
          disabled={!actions.quote.enabled(till)}
          onClick={() => actions.quote.run(till)}
        >
          Save as quote
        </Button>
      )}
      {!basket.quote && (
        <Button variant="default" onClick={() => open({ kind: 'held' })}>
          Held sales
        </Button>
      )}
      <Button variant="default" onClick={() => open({ kind: 'unsent' })}>
        Sales on this device{' '}
      </Button>
      <Button variant="subtle" onClick={() => open({ kind: 'help' })}>
        Keyboard shortcuts
      </Button>
    </div>
  );
}
