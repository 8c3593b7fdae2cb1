import { formatPounds } from '#domain/kernel/money';

/** An amount in whole pence, shown in pounds with two decimals (K-05). */
export const Money = ({ pence }: { pence: number }) => <span className="figures">{formatPounds(pence)}</span>;

/** What is outstanding: red above zero, else green (SL-03); the words beside it say what it is. */
export const Outstanding = ({ pence }: { pence: number }) => (
  <span
    className="figures"
    data-owed={pence > 0}
    style={{ color: pence > 0 ? 'var(--money-owed)' : 'var(--money-clear)', fontWeight: 600 }}
  >
    {formatPounds(pence)}
  </span>
);

/** The balance of an account with the side where it stands: debits less credits in pence. */
export const DebitOrCredit = ({ pence }: { pence: number }) => (
  <span className="figures">
    {formatPounds(Math.abs(pence))} {pence === 0 ? '' : pence > 0 ? 'Dr' : 'Cr'}
  </span>
);
