import { barsOf } from '#domain/products/bars';

/** The receipt number as a barcode, so that a scanner at the till finds the sale (finding F25). */
export function ReceiptBarcode({ code }: { code: string }) {
  const bars = barsOf(code);
  if (!bars) return null;
  const { runs, modules, quietLeft } = bars;
  return (
    <figure className="paper-bars">
      <svg
        viewBox={`0 0 ${modules} 40`}
        preserveAspectRatio="none"
        shapeRendering="crispEdges"
        role="img"
        aria-label={`Barcode ${code}`}
      >
        <path d={pathOf(runs, quietLeft)} />
      </svg>
      <figcaption>{code}</figcaption>
    </figure>
  );
}

/** Bars and spaces alternate, starting with a bar. */
const pathOf = (runs: readonly number[], quietLeft: number): string =>
  runs
    .map((width, index) => {
      const x = quietLeft + runs.slice(0, index).reduce((sum, run) => sum + run, 0);
      return index % 2 === 0 ? `M${x} 0h${width}v40h${-width}z` : '';
    })
    .join('');
