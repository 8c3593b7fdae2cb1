import { formatPounds } from '#domain/kernel/money';

/** What is added to a box, with its sign; a dash where it stays as it is. */
export const BoxChange = ({ pence }: { pence: number }) => (
  <span className="figures">{pence === 0 ? '—' : `${pence > 0 ? '+' : ''}${formatPounds(pence)}`}</span>
);
