import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import './page-numbers.css';

type Props = { label: string; page: number; pages: number; onChange: (page: number) => void };

/** More than any master data list needs, without slowing the browser (M-06). */
const maxNumbers = 1000;

/**
 * A button for every page (M-06) in a scrolling line. One is a tab stop; arrow keys, Home and End move
 * between them.
 */
export function PageNumbers({ label, page, pages, onChange }: Props) {
  const numbers = numbersFor(page, pages);
  return (
    <nav aria-label={label} className="page-numbers no-print">
      {pages > 1 && <Step name="Previous page" to={page - 1} pages={pages} onChange={onChange} />}
      <ol data-long={pages > 7 || undefined} onKeyDown={alongNumbers}>
        {numbers.map(number => (
          <li key={number} ref={number === page ? scrollIntoView : null}>
            <button
              type="button"
              className="page-number"
              aria-label={`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
              tabIndex={number === page ? 0 : -1}
              onClick={() => onChange(number)}
            >
              {number}
            </button>
          </li>
        ))}
      </ol>
      {pages > 1 && <Step name="Next page" to={page + 1} pages={pages} onChange={onChange} />}
    </nav>
  );
}

/** All pages; for very long lists the first, the last and those around the current one. */
function numbersFor(page: number, pages: number): number[] {
  if (pages <= maxNumbers) return Array.from({ length: pages }, (_, index) => index + 1);
  const around = Array.from({ length: 101 }, (_, index) => page - 50 + index);
  return [...new Set([1, ...around, pages])].filter(number => number >= 1 && number <= pages);
}

/** Scrolls the current page into the middle without moving anything else. */
function scrollIntoView(present: HTMLElement | null): void {
  const line = present?.parentElement;
  if (line) line.scrollLeft = present.offsetLeft - (line.clientWidth - present.offsetWidth) / 2;
}

function alongNumbers(event: KeyboardEvent<HTMLOListElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.indexOf(event.target as HTMLButtonElement);
  const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  buttons[next]?.focus();
}

type StepProps = Pick<Props, 'pages' | 'onChange'> & { name: 'Previous page' | 'Next page'; to: number };

const Step = ({ name, to, pages, onChange }: StepProps) => (
  <button
    type="button"
    className="page-number"
    aria-label={name}
    disabled={to < 1 || to > pages}
    onClick={() => onChange(to)}
  >
    {name === 'Next page' ? <ChevronRight size={16} aria-hidden /> : <ChevronLeft size={16} aria-hidden />}
  </button>
);
