import { UnstyledButton } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import { useContext, useId } from 'react';
import { type Answer, blockedReason } from '../menus/blocked-entry';
import { useReasonPlace } from '../reason-place';
import { InSheet } from '../list/sheet';
import '../action-button.css';
import './row-action.css';

type Props = {
  icon: LucideIcon;
  label: string;
  of: string;
  onClick: () => void;
  danger?: boolean;
  /** Whether it is possible now; if not, it is disabled with the reason (F06). */
  can?: Answer;
};

/**
 * An icon button for one row; its name includes the row. A plain element, because a list has thousands of them and each
 * counts while it scrolls.
 */
export function RowAction({ icon: Icon, label, of, onClick, danger, can }: Props) {
  const reason = can && blockedReason(can);
  const isInSheet = useContext(InSheet);
  if (isInSheet)
    return (
      <SheetAction icon={Icon} label={label} of={of} onClick={onClick} danger={danger} reason={reason} />
    );
  if (reason !== undefined) return <Blocked icon={Icon} name={`${label} ${of}`} reason={reason} />;
  return (
    <button
      type="button"
      className="row-action"
      data-danger={danger}
      title={label}
      aria-label={`${label} ${of}`}
      onClick={onClick}
    >
      <Icon size={16} aria-hidden />
    </button>
  );
}

type SheetProps = Omit<Props, 'can' | 'danger'> & {
  danger: boolean | undefined;
  reason: string | undefined;
};

/** With its words, as an entry of the row's actions on a phone. */
const SheetAction = ({ icon: Icon, label, of, onClick, danger, reason }: SheetProps) => (
  <UnstyledButton
    className="sheet-entry"
    data-danger={danger}
    aria-disabled={reason !== undefined || undefined}
    aria-label={reason === undefined ? `${label} ${of}` : `${label} ${of}. ${reason}`}
    {...(reason === undefined ? { onClick } : {})}
  >
    <Icon size={18} aria-hidden />
    <span>
      {label.replace(/ (?:of|to|for)$/, '')}
      {reason !== undefined && <small>{reason}</small>}
    </span>
  </UnstyledButton>
);

/** Stays focusable, so that the reason is read out. */
function Blocked({ icon: Icon, name, reason }: { icon: LucideIcon; name: string; reason: string }) {
  const reasonId = useId();
  const { place, stand } = useReasonPlace();
  return (
    <span
      className="action-blocked"
      onPointerEnter={event => stand(event.currentTarget)}
      onFocus={event => stand(event.currentTarget)}
    >
      <button
        type="button"
        className="row-action"
        aria-disabled
        aria-label={name}
        aria-describedby={reasonId}
      >
        <Icon size={16} aria-hidden />
      </button>
      <span id={reasonId} className="action-reason" role="tooltip" style={place}>
        {reason}
      </span>
    </span>
  );
}
