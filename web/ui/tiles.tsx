import type { ReactNode } from 'react';
import './tiles.css';

export type Tile = { readonly label: string; readonly value: ReactNode };

/** Figures at a glance, each under its name. */
export const Tiles = ({ tiles }: { tiles: readonly Tile[] }) => (
  <dl className="tiles">
    {tiles.map(({ label, value }) => (
      <div key={label} className="tile">
        <dt>{label}</dt>
        <dd className="figures">{value}</dd>
      </div>
    ))}
  </dl>
);
