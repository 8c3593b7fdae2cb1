import { Skeleton } from '@mantine/core';
import { HandCoins, Star } from 'lucide-react';
import { memo, useEffect, useMemo, useState } from 'react';
import { formatPounds, type Pence } from '#domain/kernel/money';
import { formatQuantity, type Quantity, wholeUnits } from '#domain/kernel/quantity';
import { useStore } from '../../platform/store';
import { catalogue, catalogueState, knownVersion, learnMissing, loadTiles, tilesOf } from './device/products';
import { stockHere } from './device/stock';
import type { Basket } from './engine/basket';
import type { TillProduct } from './engine/till-product';
import { useFavourites } from './favourites';
import { shelfPrice } from './shelf-price';
import { actions, canTakePayments } from './till-actions';
import { useTill, useTillCommands } from './till-context';

type Props = { onChoose: (product: TillProduct) => void };
/** Null for the products without a category. */
type Shown = number | null | 'favourites';

/** Product tiles: the user's favourites, each category, and the products without one. */
export const ProductTiles = memo(function ProductTiles({ onChoose }: Props) {
  const { kind } = useStore(catalogueState);
  const { ids } = useFavourites();
  const [shown, show] = useState<Shown>();
  const categories = catalogue.head()?.categories ?? none;
  const others = useTiles(null, noIds);
  const first = categories[0]?.id ?? (others?.length === 0 ? 'favourites' : null);
  const chosen = shown === undefined ? (ids.length > 0 ? 'favourites' : first) : shown;
  const ownTiles = useTiles(chosen ?? 'favourites', ids);
  const tiles = chosen === null ? others : ownTiles;
  const products = tiles ?? [];
  if (kind === 'starting' || kind === 'first' || (tiles === null && kind !== 'failed')) return <Waiting />;
  return (
    <>
      <Categories
        categories={categories}
        hasOthers={others !== null && others.length > 0}
        chosen={chosen}
        onShow={show}
      />
      {chosen === 'favourites' && <PaymentTiles />}
      {products.length === 0 ? (
        <p className="till-nothing">
          {chosen === 'favourites'
            ? 'No favourites yet. Add a product to the basket, then select the star on its line.'
            : 'No products in this category.'}
        </p>
      ) : (
        <TileGrid products={products} onChoose={onChoose} />
      )}
      {kind === 'failed' && (
        <p className="till-nothing" role="alert">
          The products could not be loaded. They will load when the server is back.
        </p>
      )}
    </>
  );
});

type TileGridProps = Props & { products: readonly TillProduct[] };

function TileGrid({ products, onChoose }: TileGridProps) {
  const { basket } = useTill();
  const levels = useStore(stockHere);
  const counts = countsOf(basket);
  return (
    <div className="till-tiles">
      {products.map(product => (
        <Tile
          key={product.id}
          product={product}
          price={shelfPrice(product, basket.mode)}
          count={counts.get(product.id) ?? 0}
          inStock={levels.get(product.id)?.quantity ?? null}
          onChoose={onChoose}
        />
      ))}
    </div>
  );
}

/** The products of a category, those without one, or the favourites; null until they have loaded. */
function useTiles(chosen: Shown, favourites: readonly number[]): readonly TillProduct[] | null {
  const { kind, version } = useStore(catalogueState);
  const known = useStore(knownVersion);
  useEffect(() => {
    if (kind === 'starting' || kind === 'first') return;
    const loading = chosen === 'favourites' ? learnMissing(favourites) : loadTiles(chosen);
    // The tiles known so far stay.
    loading.catch(() => undefined);
  }, [chosen, favourites, kind, version]);
  return useMemo(
    () =>
      chosen !== 'favourites'
        ? tilesOf(chosen)
        : catalogue.missing(favourites).length > 0
          ? null
          : favourites.flatMap(id => catalogue.product(id) ?? []),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the version says when known products changed
    [chosen, favourites, known],
  );
}

/** Other payments a till takes, by permission. */
function PaymentTiles() {
  const till = useTillCommands();
  if (!canTakePayments(till)) return null;
  return (
    <div className="till-tiles till-payment-tiles">
      {[actions.takePayment, actions.topUp].map(action => (
        <button
          key={action.key}
          type="button"
          className="till-tile"
          title={action.key}
          onClick={() => action.run(till.now())}
        >
          <span className="till-tile-name">{action.label}</span>
          <HandCoins size={18} aria-hidden />
        </button>
      ))}
    </div>
  );
}

type Category = { readonly id: number; readonly name: string };
const none: readonly Category[] = [];
const noIds: readonly number[] = [];

/** How many of each product are in the basket, in whole units: 1.5 for one and a half. */
function countsOf({ lines }: Basket): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { productId, quantity } of lines)
    counts.set(productId, (counts.get(productId) ?? 0) + quantity / wholeUnits(1));
  return counts;
}

type CategoriesProps = {
  categories: readonly Category[];
  /** Whether there are products without a category. */
  hasOthers: boolean;
  chosen: Shown;
  onShow: (shown: Shown) => void;
};

// There may be hundreds of tiles, so they only render when they change and not with every scan.
const Categories = memo(function Categories({ categories, hasOthers, chosen, onShow }: CategoriesProps) {
  return (
    <div className="till-categories" role="group" aria-label="Categories">
      <button
        type="button"
        className="till-category"
        aria-pressed={chosen === 'favourites'}
        onClick={() => onShow('favourites')}
      >
        <Star size={15} aria-hidden /> Favourites
      </button>
      {categories.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className="till-category"
          aria-pressed={chosen === id}
          onClick={() => onShow(id)}
        >
          {name}
        </button>
      ))}
      {hasOthers && (
        <button
          type="button"
          className="till-category"
          aria-pressed={chosen === null}
          onClick={() => onShow(null)}
        >
          {categories.length === 0 ? 'Products' : 'Other products'}
        </button>
      )}
    </div>
  );
});

type TileProps = Props & {
  product: TillProduct;
  price: Pence;
  count: number;
  inStock: Quantity | null;
};

const Tile = memo(function Tile({ product, price, count, inStock, onChoose }: TileProps) {
  return (
    <button type="button" className="till-tile" onClick={() => onChoose(product)}>
      <span className="till-tile-name">{product.name}</span>
      <span className="till-tile-foot">
        <span className="figures">{formatPounds(price)}</span>
        {inStock !== null && (
          <small className="till-stock" data-out={inStock <= 0 || undefined}>
            {inStock > 0 ? `${formatQuantity(inStock)} in stock` : 'Out of stock'}
          </small>
        )}
        {count > 0 && <span className="till-tile-count figures">{count}</span>}
      </span>
    </button>
  );
});

const Waiting = () => (
  <div className="till-tiles" role="status" aria-label="Loading the products">
    {Array.from({ length: 12 }, (_, index) => (
      <Skeleton key={index} height={96} />
    ))}
  </div>
);
