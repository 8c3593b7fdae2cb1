import { type CSSProperties, Fragment } from 'react';
import { formatPounds } from '#domain/kernel/money';
import './bar-chart.css';
import { chartMarks } from './chart-marks';

export type Bar = {
  readonly key: string;
  readonly label: string;
  readonly value: number;
  /** The amount to compare with, as a second bar beside the first. */
  readonly other?: number | undefined;
};

/** What the first and the second bars are. */
export type Series = { readonly value: string; readonly other: string };

/** The maximum number of labels that fit below the bars, and on a phone; the others are omitted. */
const [names, namesOnPhone] = [12, 5];

/**
 * Amounts as bars, negative ones below the line, one or two for each label. A table has the same figures in text, for
 * users who cannot see the chart: on the page, or here if the chart stands alone. Second bars are hatched, so that they
 * are told apart without colour.
 */
export function BarChart({
  label,
  of,
  bars,
  series,
  standsAlone = false,
  minBars = 2,
}: {
  label: string;
  /** What each label is, such as a day or an account. */
  of: string;
  bars: readonly Bar[];
  series?: Series | undefined;
  /** No table on the page has its figures. */
  standsAlone?: boolean;
  /** One figure makes no chart, unless a place was kept for it while it loaded (F81). */
  minBars?: 1 | 2 | undefined;
}) {
  if (bars.length < minBars) return null;
  const year = sharedYear(bars);
  const values = bars.flatMap(bar => [bar.value, bar.other ?? 0]);
  const marks = chartMarks(Math.min(0, ...values), Math.max(0, ...values));
  const [min = 0, max = 0] = [marks[0], marks.at(-1)];
  /** The position of an amount in percent of the chart's height. */
  const heightOf = (pence: number) => `${((pence - min) / (max - min || 1)) * 100}%`;
  const placeOf = (pence: number): CSSProperties => ({
    bottom: heightOf(Math.min(0, pence)),
    height: `${(Math.abs(pence) / (max - min || 1)) * 100}%`,
  });
  const [every, everyOnPhone] = [Math.ceil(bars.length / names), Math.ceil(bars.length / namesOnPhone)];
  const columns: CSSProperties = { gridTemplateColumns: `repeat(${bars.length}, minmax(0, 1fr))` };
  return (
    <div className="card-body">
      <div className="chart" role="img" aria-label={label}>
        <Axis marks={marks} heightOf={heightOf} />
        <div className="chart-plot" style={columns}>
          {marks.map(mark => (
            <i key={mark} className="chart-line" data-zero={mark === 0} style={{ bottom: heightOf(mark) }} />
          ))}
          {bars.map(bar => (
            <div
              key={bar.key}
              className="chart-column"
              data-paired={series && true}
              title={inWords(bar, series)}
            >
              <i className={bar.value < 0 ? 'chart-bar-below' : 'chart-bar'} style={placeOf(bar.value)} />
              {series && <i className="chart-other" style={placeOf(bar.other ?? 0)} />}
            </div>
          ))}
        </div>
        <div
          className="chart-names"
          style={{ ...columns, '--every': every, '--every-on-phone': everyOnPhone } as CSSProperties}
        >
          {bars.map(({ key, label: name }, index) => (
            <span key={key} data-wide={index % every === 0} data-phone={index % everyOnPhone === 0}>
              {year ? name.slice(0, -year.length) : name}
            </span>
          ))}
        </div>
      </div>
      {series && <Legend series={series} />}
      {standsAlone && <HiddenTable label={label} of={of} bars={bars} series={series} />}
    </div>
  );
}

/** One bar, or both, for hovering. */
const inWords = ({ label, value, other }: Bar, series: Series | undefined) =>
  series
    ? `${label}. ${series.value}: ${formatPounds(value)}. ${series.other}: ${other === undefined ? '—' : formatPounds(other)}`
    : `${label}: ${formatPounds(value)}`;

const Legend = ({ series }: { series: Series }) => (
  <p className="chart-legend" aria-hidden>
    <i className="chart-bar" />
    {series.value}
    <i className="chart-other" />
    {series.other}
  </p>
);

type HiddenTableProps = { label: string; of: string; bars: readonly Bar[]; series: Series | undefined };

const HiddenTable = ({ label, of, bars, series }: HiddenTableProps) => (
  <div className="chart-table">
    <table aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{of}</th>
          <th scope="col">{series?.value ?? 'Amount'}</th>
          {series && <th scope="col">{series.other}</th>}
        </tr>
      </thead>
      <tbody>
        {bars.map(({ key, label: name, value, other }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td>{formatPounds(value)}</td>
            {series && <td>{other === undefined ? '—' : formatPounds(other)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** The year that all labels end with: repeating it below each bar of one year is too much. */
function sharedYear(bars: readonly Bar[]): string | undefined {
  const year = / \d{4}$/.exec(bars[0]?.label ?? '')?.[0];
  return year !== undefined && bars.every(({ label }) => label.endsWith(year)) ? year : undefined;
}

const short = (pence: number) => formatPounds(pence).replace(/\.00$/, '');

/** The labels of the scale, as wide as the longest. */
function Axis({ marks, heightOf }: { marks: readonly number[]; heightOf: (pence: number) => string }) {
  return (
    <div className="chart-axis figures">
      {marks.map(mark => (
        <Fragment key={mark}>
          <span className="chart-width">{short(mark)}</span>
          <span style={{ bottom: heightOf(mark) }}>{short(mark)}</span>
        </Fragment>
      ))}
    </div>
  );
}
