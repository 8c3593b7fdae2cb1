import { ActionIcon } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { type Answer, blockedReason } from './blocked-entry';
import { useReasonPlace } from './reason-place';
import './action-button.css';

type Props = {
  icon: LucideIcon;
  label: string;
  of: string;
  onClick: () => void;
  danger?: boolean;
  /** Whether it is possible now; if not, it is disabled with the reason (F06). */
  can?: Answer;
};

/** An icon button for one row; its name includes the row. */
export function RowAction({ icon: Icon, label, of, onClick, danger, can }: Props) {
  const reason = can && blockedReason(can);
  if (reason !== undefined) return <Blocked icon={Icon} name={`${label} ${of}`} reason={reason} />;
  return (
    <ActionIcon
      variant="subtle"
      color={danger ? 'red' : 'gray'}
      title={label}
      aria-label={`${label} ${of}`}
      onClick={onClick}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}

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
      <ActionIcon
        variant="subtle"
        color="gray"
        data-disabled
        aria-disabled
        aria-label={name}
        aria-describedby={reasonId}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
      <span id={reasonId} className="action-reason" role="tooltip" style={place}>
        {reason}
      </span>
    </span>
  );
}
