import './badge.css';

/** The five tones of a badge (T-01). The text has the meaning; the tone only helps to find it. */
export type Tone = 'secondary' | 'info' | 'warning' | 'success' | 'danger';

export function Badge({ tone, children }: { tone: Tone; children: React.ReactNode }) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}
