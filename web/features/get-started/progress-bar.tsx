type Props = { settled: number; total: number; detail: string };

/** How many steps are done or skipped, in words and as a bar. */
export const ProgressBar = ({ settled, total, detail }: Props) => (
  <div className="guide-progress">
    <progress aria-label="Steps done" value={settled} max={total} />
    <span className="figures">
      {settled} of {total} done. {detail}.
    </span>
  </div>
);
