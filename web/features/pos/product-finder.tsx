import { TextInput } from '@mantine/core';
import { ScanBarcode, Search } from 'lucide-react';
import { type KeyboardEvent, useCallback, useDeferredValue, useLayoutEffect, useMemo, useState } from 'react';
import { formatPounds } from '#domain/kernel/money';
import { formatQuantity, type Quantity, wholeUnits } from '#domain/kernel/quantity';
import { useStore } from '../../platform/store';
import { catalogue, catalogueState } from './device/products';
import { stockHere } from './device/stock';
import type { TillProduct } from './engine/catalogue';
import { splitMultiplier } from './engine/multiplier';
import { shelfPrice } from './shelf-price';
import { ProductTiles } from './product-tiles';
import { searchFieldId } from './till-actions';
import { useTill } from './till-context';

/** The search field with its results, or the product tiles while it is empty. */
export function ProductFinder({ withoutTiles = false }: { withoutTiles?: boolean }) {
  const till = useTill();
  const { typed, type, marked, mark, quantity, wanted, found, foundNow, isLoading } = useSearch();
  const { change, say } = till;
  const add = useCallback(
    (product: TillProduct, factor = wholeUnits(1)) => {
      change({ do: 'add', scanned: { product, factor }, ...(quantity ? { quantity } : {}) });
      say(null);
      type('');
    },
    [change, say, type, quantity],
  );
  const choose = (product: TillProduct) => {
    const scanned = catalogue.scan(wanted);
    add(product, scanned?.product.id === product.id ? scanned.factor : undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && typed !== '') type('');
    else if (wanted === '') return;
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      mark(Math.max(0, Math.min(foundNow().length - 1, marked + step)));
    } else if (event.key === 'Enter') {
      const product = foundNow()[marked];
      if (product) choose(product);
      // The entry was a receipt number or an unknown code.
      else till.scan(wanted);
    } else return;
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
        aria-activedescendant={found?.[marked] ? `found-${found[marked].id}` : undefined}
        value={typed}
        onChange={event => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {!withoutTiles && (
        <div className="till-shelf" hidden={found !== null}>
          <ProductTiles onChoose={add} />
        </div>
      )}
      {found && <ProductResults products={found} marked={marked} onChoose={choose} isLoading={isLoading} />}
    </>
  );
}

/** The search text, the quantity before it and the results. */
function useSearch() {
  const { multiplier } = useTill();
  const { version, kind } = useStore(catalogueState);
  const [typed, setTyped] = useState('');
  const [marked, mark] = useState(0);
  const { quantity, text } = splitMultiplier(typed);
  const search = text.trim();
  // Letters show at once and results a moment later, so that the first letter of a scanned code searches for
  // nothing.
  const sought = useDeferredValue(search);
  const late = useMemo(
    () => (sought === '' ? null : catalogue.search(sought)),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the version says when the catalogue changed
    [sought, version],
  );
  /** The results for the current text, for a key that selects one. */
  const foundNow = () => (sought === search ? (late ?? []) : catalogue.search(search));
  const found = search === '' ? null : late;
  useLayoutEffect(() => {
    multiplier.current = () => {
      if (quantity) setTyped('');
      return quantity;
    };
  });
  const type = useCallback((next: string) => {
    setTyped(next);
    mark(0);
  }, []);
  return {
    typed,
    type,
    marked,
    mark,
    quantity,
    wanted: search,
    found,
    foundNow,
    isLoading: kind === 'first',
  };
}

const FoundStock = ({ inStock }: { inStock: Quantity | null }) =>
  inStock === null ? null : (
    <small className="till-stock" data-out={inStock <= 0 || undefined}>
      {inStock > 0 ? `${formatQuantity(inStock)} in stock` : 'Out of stock'}
    </small>
  );

type ProductResultsProps = {
  products: readonly TillProduct[];
  marked: number;
  onChoose: (product: TillProduct) => void;
  isLoading: boolean;
};

function ProductResults({ products, marked, onChoose, isLoading }: ProductResultsProps) {
  const { basket } = useTill();
  const levels = useStore(stockHere);
  if (products.length === 0)
    return (
      <p className="till-nothing" role="status">
        {isLoading ? 'Loading products onto this device…' : 'No products found. Try a shorter search.'}
      </p>
    );
  return (
    <div className="till-found" role="listbox" id="till-found" aria-label="Search results">
      {products.map((product, index) => (
        // The field keeps the focus and the keys; the list is for pointing.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
        <div
          key={product.id}
          id={`found-${product.id}`}
          role="option"
          aria-selected={index === marked}
          className="till-found-row"
          ref={node => {
            if (index === marked) node?.scrollIntoView({ block: 'nearest' });
          }}
          onMouseDown={event => event.preventDefault()}
          onClick={() => onChoose(product)}
        >
          <span className="till-found-name">{product.name}</span>
          <span className="till-found-sku">{product.sku}</span>
          <FoundStock inStock={levels.get(product.id)?.quantity ?? null} />
          <span className="figures">{formatPounds(shelfPrice(product, basket.mode))}</span>
        </div>
      ))}
    </div>
  );
}
