type PaidPrice = { readonly price: string; readonly factor: number };

const [width, height] = [64, 18];

/** How a price went, as a small line. The words beside it say what matters. */
export function PriceLine({ prices }: { prices: readonly PaidPrice[] }) {
  // For the eye only: nothing is reckoned from these.
  const heights = prices.map(({ price, factor }) => Number(price) / factor);
  const [least, most] = [Math.min(...heights), Math.max(...heights)];
  const points = heights.map((value, index) => {
    const x = (index / Math.max(1, heights.length - 1)) * (width - 4) + 2;
    const y = most === least ? height / 2 : height - 3 - ((value - least) / (most - least)) * (height - 6);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg width={width} height={height} aria-hidden className="price-line">
      <polyline points={points.join(' ')} fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}
