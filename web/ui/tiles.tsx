import type { CSSProperties, ReactNode } from 'react';
import './tiles.css';

export type Tile = { readonly label: string; readonly value: ReactNode };

/** The maximum side by side; more are split over two lines of similar length. */
const maxInLine = 7;
const inLine = (count: number) => (count <= maxInLine ? count : Math.ceil(count / 2));

/** Key figures with their names. */
export const Tiles = ({ tiles }: { tiles: readonly Tile[] }) => (
  <dl className="tiles" style={{ '--in-line': inLine(tiles.length) } as CSSProperties}>
    {tiles.map(({ label, value }) => (
      <div key={label} className="tile">
        <dt>{label}</dt>
        <dd className="figures">{value}</dd>
      </div>
    ))}
  </dl>
);
