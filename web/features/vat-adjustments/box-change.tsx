import { formatPounds } from '#domain/kernel/money';

/** The signed change of a box; a dash if there is none. */
export const BoxChange = ({ pence }: { pence: number }) => (
  <span className="figures">{pence === 0 ? '—' : `${pence > 0 ? '+' : ''}${formatPounds(pence)}`}</span>
);
