import { Button, type ButtonProps } from '@mantine/core';
import { useId } from 'react';
import { type Answer, blockedReason } from './menus/blocked-entry';
import { useReasonPlace } from './reason-place';
import './action-button.css';

type Props = Pick<ButtonProps, 'variant' | 'leftSection' | 'loading'> & {
  /** Whether it is possible now; if not, the button stays in place, disabled, with the reason (F06). */
  can: Answer;
  onClick: () => void;
  children: string;
};

/** A button for one action on a document. When blocked it stays focusable, so that its reason is shown and read out. */
export function ActionButton({ can, onClick, children, ...button }: Props) {
  const reasonId = useId();
  const { place, stand } = useReasonPlace();
  const reason = blockedReason(can);
  if (reason === undefined)
    return (
      <Button {...button} onClick={onClick}>
        {children}
      </Button>
    );
  return (
    <span
      className="action-blocked"
      onPointerEnter={event => stand(event.currentTarget)}
      onFocus={event => stand(event.currentTarget)}
    >
      <Button {...button} variant="default" data-disabled aria-disabled aria-describedby={reasonId}>
        {children}
      </Button>
      <span id={reasonId} className="action-reason" role="tooltip" style={place}>
        {reason}
      </span>
    </span>
  );
}
