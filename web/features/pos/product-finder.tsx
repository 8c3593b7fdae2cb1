import { TextInput } from '@mantine/core';
import { ScanBarcode, Search } from 'lucide-react';
import { type KeyboardEvent, memo, useCallback, useLayoutEffect, useState } from 'react';
import { formatPounds } from '#domain/kernel/money';
import { formatQuantity, type Quantity, wholeUnits } from '#domain/kernel/quantity';
import { useStore } from '../../platform/store';
import type { FoundProduct } from './device/catalogue-messages';
import { catalogueState, findBest, know } from './device/products';
import { stockHere } from './device/stock';
import type { TillProduct } from './engine/till-product';
import { splitMultiplier } from './engine/multiplier';
import { shelfPrice } from './shelf-price';
import { ProductTiles } from './product-tiles';
import { searchFieldId } from './till-actions';
import { useTill, useTillCommands } from './till-context';
import type { TillCommands } from './till-state';
import { useCatalogueSearch } from './use-catalogue-search';

type Props = { withoutTiles?: boolean };

/** The search field with its results, or the product tiles while it is empty. */
export const ProductFinder = memo(function ProductFinder({ withoutTiles = false }: Props) {
  const { typed, type, marked, mark, quantity, wanted, found, isCurrent, isLoading } = useSearch();
  const { change, say, scan } = useTillCommands();
  const add = useCallback(
    (product: TillProduct, factor = wholeUnits(1)) => {
      if (change({ do: 'add', scanned: { product, factor }, ...(quantity ? { quantity } : {}) })) say(null);
      type('');
    },
    [change, say, type, quantity],
  );
  const choose = (entry: FoundProduct) => {
    know(entry);
    add(entry.product, entry.factor);
  };
  const enter = async () => {
    const product = isCurrent ? found?.[marked] : undefined;
    if (product) return choose(product);
    if (!isCurrent) {
      // Enter was quicker than the results. What is typed meanwhile is the next entry.
      type('');
      if (await addBest({ change, say }, wanted, quantity)) return;
      type(now => (now === '' ? typed : now));
    }
    // The entry was a receipt number or an unknown code.
    scan(wanted);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && typed !== '') type('');
    else if (wanted === '') return;
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      mark(Math.max(0, Math.min((found?.length ?? 0) - 1, marked + step)));
    } else if (event.key === 'Enter') void enter();
    else return;
    event.preventDefault();
  };
  return (
    <>
      <TextInput
        id={searchFieldId}
        className="till-search"
        size="md"
        aria-label="Scan or search products"
        placeholder="Scan, or search by name, SKU or barcode"
        autoComplete="off"
        spellCheck={false}
        autoFocus
        leftSection={wanted === '' ? <ScanBarcode size={20} /> : <Search size={20} />}
        rightSection={quantity ? <b className="till-multiplier figures">× {quantity / 1000}</b> : null}
        rightSectionWidth={quantity ? 72 : 0}
        role="combobox"
        aria-expanded={found !== null}
        aria-controls={found ? 'till-found' : undefined}
        aria-activedescendant={found?.[marked] ? `found-${found[marked].product.id}` : undefined}
        value={typed}
        onChange={event => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {!withoutTiles && (
        <div className="till-shelf" hidden={found !== null}>
          <ProductTiles onChoose={add} />
        </div>
      )}
      {found && <ProductResults entries={found} marked={marked} onChoose={choose} isLoading={isLoading} />}
    </>
  );
});

/** Adds the first result of a search. Returns whether there was one. */
async function addBest(
  { change, say }: Pick<TillCommands, 'change' | 'say'>,
  text: string,
  quantity: Quantity | undefined,
): Promise<boolean> {
  const best = await findBest(text).catch(() => null);
  if (!best) return false;
  know(best);
  if (change({ do: 'add', scanned: best, ...(quantity ? { quantity } : {}) })) say(null);
  return true;
}

/** The search text, the quantity before it and the results. */
function useSearch() {
  const { readMultiplier } = useTillCommands();
  const { kind } = useStore(catalogueState);
  const [typed, setTyped] = useState('');
  const [marked, mark] = useState(0);
  const { quantity, text } = splitMultiplier(typed);
  const wanted = text.trim();
  const isLoading = kind === 'first';
  const { found, isCurrent } = useCatalogueSearch(wanted);
  useLayoutEffect(
    () =>
      readMultiplier(() => {
        if (!quantity) return undefined;
        setTyped('');
        return {
          quantity,
          // An entered code stays to be corrected; a scanned one never was in the field.
          giveBack: code => {
            const entry = typed.endsWith(code) ? typed : typed.slice(0, typed.length - text.length);
            setTyped(now => (now === '' ? entry : now));
          },
        };
      }),
    [readMultiplier, quantity, typed, text],
  );
  const type = useCallback((next: string | ((now: string) => string)) => {
    setTyped(next);
    mark(0);
  }, []);
  // Nothing can be found yet, and the results say why.
  const shown = found ?? (isLoading && wanted !== '' ? none : null);
  return { typed, type, marked, mark, quantity, wanted, found: shown, isCurrent, isLoading };
}

const none: readonly FoundProduct[] = [];

/** Empty for products without stock, so that the price keeps its column. */
const FoundStock = ({ inStock }: { inStock: Quantity | null }) =>
  inStock === null ? (
    <small />
  ) : (
    <small className="till-stock" data-out={inStock <= 0 || undefined}>
      {inStock > 0 ? `${formatQuantity(inStock)} in stock` : 'Out of stock'}
    </small>
  );

type ProductResultsProps = {
  entries: readonly FoundProduct[];
  marked: number;
  onChoose: (entry: FoundProduct) => void;
  isLoading: boolean;
};

function ProductResults({ entries, marked, onChoose, isLoading }: ProductResultsProps) {
  const { basket } = useTill();
  const levels = useStore(stockHere);
  if (entries.length === 0)
    return (
      <p className="till-nothing" role="status">
        {isLoading ? 'Loading products onto this device…' : 'No products found. Try a shorter search.'}
      </p>
    );
  return (
    <div className="till-found" role="listbox" id="till-found" aria-label="Search results">
      {entries.map((entry, index) => (
        // The field keeps the focus and the keys; the list is for pointing.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
        <div
          key={entry.product.id}
          id={`found-${entry.product.id}`}
          role="option"
          aria-selected={index === marked}
          className="till-found-row"
          ref={node => {
            if (index === marked) node?.scrollIntoView({ block: 'nearest' });
          }}
          onMouseDown={event => event.preventDefault()}
          onClick={() => onChoose(entry)}
        >
          <span className="till-found-name">{entry.product.name}</span>
          <span className="till-found-sku">{entry.product.sku}</span>
          <FoundStock inStock={(levels.get(entry.product.id) ?? entry.stock)?.quantity ?? null} />
          <span className="figures">{formatPounds(shelfPrice(entry.product, basket.mode))}</span>
        </div>
      ))}
    </div>
  );
}
