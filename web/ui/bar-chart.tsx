import { formatPounds } from '#domain/kernel/money';
import './bar-chart.css';

export type Bar = { readonly key: string; readonly label: string; readonly value: number };

const [width, height, foot] = [960, 180, 20];

/** So much of a name fits below its bar; the bar's own title has all of it. */
const shortened = (name: string) => (name.length > 14 ? `${name.slice(0, 13)}…` : name);

/** Below the middle of its bar; at either end it begins or ends with the line, so that nothing of it is cut off. */
function placeOf(middle: number) {
  const half = 44;
  if (middle < half) return { x: 0, textAnchor: 'start' } as const;
  return middle > width - half
    ? ({ x: width, textAnchor: 'end' } as const)
    : ({ x: middle, textAnchor: 'middle' } as const);
}

/**
 * Amounts side by side, those below zero under the line. The table below says the same in words, so that whoever
 * cannot see the chart misses nothing.
 */
export function BarChart({ label, bars }: { label: string; bars: readonly Bar[] }) {
  if (bars.length < 2) return null;
  const [most, least] = [
    Math.max(0, ...bars.map(bar => bar.value)),
    Math.min(0, ...bars.map(bar => bar.value)),
  ];
  const scale = height / (most - least || 1);
  const step = width / bars.length;
  const thick = Math.min(step * 0.76, 72);
  const zero = most * scale;
  // So many names fit below the line; every so many bars bears one.
  const named = Math.ceil(bars.length / 12);
  return (
    <div className="card-body">
      <svg className="chart" viewBox={`0 0 ${width} ${height + foot}`} role="img" aria-label={label}>
        {bars.map(({ key, label: name, value }, index) => (
          <g key={key}>
            <rect
              className={value < 0 ? 'chart-bar-below' : 'chart-bar'}
              x={index * step + (step - thick) / 2}
              width={thick}
              y={value < 0 ? zero : zero - value * scale}
              height={Math.abs(value) * scale}
            >
              <title>{`${name}: ${formatPounds(value)}`}</title>
            </rect>
            {index % named === 0 && (
              <text y={height + foot - 5} {...placeOf(index * step + step / 2)}>
                {shortened(name)}
              </text>
            )}
          </g>
        ))}
        <line x1="0" x2={width} y1={zero} y2={zero} />
      </svg>
    </div>
  );
}
