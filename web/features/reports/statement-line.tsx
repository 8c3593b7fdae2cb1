import type { ReactNode } from 'react';
import { Money } from '../../ui/money';
import './statement-line.css';

/** The label of a statement's line: sums are bold, and what adds up to them is indented. */
export const LineLabel = ({ isSum, children }: { isSum: boolean; children: ReactNode }) =>
  isSum ? <strong>{children}</strong> : <span className="indented-line">{children}</span>;

/** The amount of a statement's line. */
export const LineAmount = ({ isSum, pence }: { isSum: boolean; pence: number }) =>
  isSum ? (
    <strong>
      <Money pence={pence} />
    </strong>
  ) : (
    <Money pence={pence} />
  );
