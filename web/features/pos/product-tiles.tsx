import { Skeleton } from '@mantine/core';
import { Star } from 'lucide-react';
import { useState } from 'react';
import { formatPounds } from '#domain/kernel/money';
import { useStore } from '../../platform/store';
import { catalogue, catalogueState } from './device/products';
import type { TillProduct } from './engine/catalogue';
import { useFavourites } from './favourites';
import { shelfPrice } from './product-finder';
import { useTill } from './till-context';

type Props = { onChoose: (product: TillProduct) => void };

/** Products to touch: one's own favourites, and each category. */
export function ProductTiles({ onChoose }: Props) {
  const { kind } = useStore(catalogueState);
  const favourites = useFavourites();
  const [shown, setShown] = useState<number | 'favourites' | null>(null);
  const categories = catalogue.head()?.categories ?? [];
  const chosen = shown ?? (favourites.ids.length > 0 ? 'favourites' : (categories[0]?.id ?? 'favourites'));
  const products =
    chosen === 'favourites'
      ? favourites.ids.flatMap(id => catalogue.product(id) ?? [])
      : catalogue.ofCategory(chosen);
  if (kind === 'starting' || kind === 'first') return <Waiting />;
  return (
    <>
      <div className="till-categories" role="group" aria-label="Categories">
        <button
          type="button"
          className="till-category"
          aria-pressed={chosen === 'favourites'}
          onClick={() => setShown('favourites')}
        >
          <Star size={15} aria-hidden /> Favourites
        </button>
        {categories.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            className="till-category"
            aria-pressed={chosen === id}
            onClick={() => setShown(id)}
          >
            {name}
          </button>
        ))}
      </div>
      {products.length === 0 ? (
        <p className="till-nothing">
          {chosen === 'favourites'
            ? 'Nothing is here yet. Choose a product in a category, and its star on the line of the basket.'
            : 'There is no product in this category.'}
        </p>
      ) : (
        <div className="till-tiles">
          {products.map(product => (
            <Tile key={product.id} product={product} onChoose={onChoose} />
          ))}
        </div>
      )}
      {kind === 'failed' && (
        <p className="till-nothing" role="alert">
          The products could not be loaded. They are asked for again when the server is there.
        </p>
      )}
    </>
  );
}

function Tile({ product, onChoose }: { product: TillProduct } & Props) {
  const { basket } = useTill();
  const inBasket = basket.lines.filter(({ productId }) => productId === product.id);
  const count = inBasket.reduce((sum, line) => sum + line.quantity, 0) / 1000;
  return (
    <button type="button" className="till-tile" onClick={() => onChoose(product)}>
      <span className="till-tile-name">{product.name}</span>
      <span className="till-tile-foot">
        <span className="figures">{formatPounds(shelfPrice(product, basket.mode))}</span>
        {count > 0 && <span className="till-tile-count figures">{count}</span>}
      </span>
    </button>
  );
}

const Waiting = () => (
  <div className="till-tiles" role="status" aria-label="Loading the products">
    {Array.from({ length: 12 }, (_, index) => (
      <Skeleton key={index} height={84} />
    ))}
  </div>
);
