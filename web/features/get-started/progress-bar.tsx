type Props = { settled: number; total: number; detail?: string; label?: string };

/** How many steps are done or skipped, in words and as a bar. */
export const ProgressBar = ({ settled, total, detail, label = 'Steps done' }: Props) => (
  <div className="guide-progress">
    <progress aria-label={label} value={settled} max={total} />
    <span className="figures">
      {settled} of {total} done.{detail !== undefined && ` ${detail}.`}
    </span>
  </div>
);
