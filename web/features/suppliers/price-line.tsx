type PaidPrice = { readonly price: string; readonly factor: number };

const [width, height] = [64, 18];

/** The price history as a small line; the text beside it gives the change. */
export function PriceLine({ prices }: { prices: readonly PaidPrice[] }) {
  // For display only: nothing is calculated from these.
  const heights = prices.map(({ price, factor }) => Number(price) / factor);
  const [lowest, highest] = [Math.min(...heights), Math.max(...heights)];
  const points = heights.map((value, index) => {
    const x = (index / Math.max(1, heights.length - 1)) * (width - 4) + 2;
    const y =
      highest === lowest ? height / 2 : height - 3 - ((value - lowest) / (highest - lowest)) * (height - 6);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg width={width} height={height} aria-hidden className="price-line">
      <polyline points={points.join(' ')} fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}
