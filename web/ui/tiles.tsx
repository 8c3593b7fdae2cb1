import type { CSSProperties, ReactNode } from 'react';
import './tiles.css';

export type Tile = { readonly label: string; readonly value: ReactNode };

/** So many stand side by side where there is room; more are shared out over two lines of about the same length. */
const mostInLine = 7;
const inLine = (count: number) => (count <= mostInLine ? count : Math.ceil(count / 2));

/** Figures at a glance, each under its name. */
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
