import { TextInput } from '@mantine/core';
import { ScanBarcode, Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import { formatPounds } from '#domain/kernel/money';
import { wholeUnits } from '#domain/kernel/quantity';
import { useStore } from '../../platform/store';
import { catalogue, catalogueState } from './device/products';
import type { TillProduct } from './engine/catalogue';
import { splitMultiplier } from './engine/multiplier';
import { shelfPrice } from './shelf-price';
import { ProductTiles } from './product-tiles';
import { searchFieldId } from './till-actions';
import { useTill } from './till-context';

/** The search field with what it finds under it; with nothing typed, the tiles. */
export function ProductFinder({ withoutTiles = false }: { withoutTiles?: boolean }) {
  const till = useTill();
  const { version, kind } = useStore(catalogueState);
  const [typed, setTyped] = useState('');
  const [marked, mark] = useState(0);
  const { quantity, text } = splitMultiplier(typed);
  const wanted = text.trim();
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the version says when the catalogue changed
  const found = useMemo(() => (wanted === '' ? [] : catalogue.search(wanted)), [wanted, version]);
  useEffect(() => {
    till.multiplier.current = () => {
      if (quantity) setTyped('');
      return quantity;
    };
  });
  const type = (next: string) => {
    setTyped(next);
    mark(0);
  };
  const choose = (product: TillProduct | undefined) => {
    if (!product) return;
    const scanned = catalogue.scan(wanted);
    const factor = scanned?.product.id === product.id ? scanned.factor : wholeUnits(1);
    till.change({ do: 'add', scanned: { product, factor }, ...(quantity ? { quantity } : {}) });
    till.say(null);
    type('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && typed !== '') type('');
    else if (wanted === '') return;
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      mark(Math.max(0, Math.min(found.length - 1, marked + step)));
    } else if (event.key === 'Enter') {
      if (found[marked]) choose(found[marked]);
      // Somebody typed a receipt's number, or a code that nothing has.
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
        aria-expanded={wanted !== ''}
        aria-controls={wanted === '' ? undefined : 'till-found'}
        aria-activedescendant={wanted !== '' && found[marked] ? `found-${found[marked].id}` : undefined}
        value={typed}
        onChange={event => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {wanted === '' ? (
        !withoutTiles && <ProductTiles onChoose={choose} />
      ) : (
        <Found products={found} marked={marked} onChoose={choose} isLoading={kind === 'first'} />
      )}
    </>
  );
}

type FoundProps = {
  products: readonly TillProduct[];
  marked: number;
  onChoose: (product: TillProduct) => void;
  isLoading: boolean;
};

function Found({ products, marked, onChoose, isLoading }: FoundProps) {
  const { basket } = useTill();
  if (products.length === 0)
    return (
      <p className="till-nothing" role="status">
        {isLoading ? 'The products are on their way to this device…' : 'No product fits. Try fewer letters.'}
      </p>
    );
  return (
    <div className="till-found" role="listbox" id="till-found" aria-label="What was found">
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
          <span className="figures">{formatPounds(shelfPrice(product, basket.mode))}</span>
        </div>
      ))}
    </div>
  );
}
