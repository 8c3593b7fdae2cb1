import { Button, Checkbox, Popover, VisuallyHidden } from '@mantine/core';
import { type ReactNode, type RefObject, useId, useState } from 'react';
import { valuesIn } from '#domain/kernel/list-query';
import type { ChoiceProps } from './choice-filter';
import { popupHome } from './popup-home';

type Props = ChoiceProps & {
  popup: RefObject<HTMLDivElement | null>;
  onClose: () => void;
  children: ReactNode;
};

/** The open menu of a filter that holds several choices. The list follows each of them. */
export function ChoicePanel({ label, all, options, value, onChange, popup, onClose, children }: Props) {
  // Of its own, so that a second choice does not wait for the page to show the first.
  const [chosen, setChosen] = useState(valuesIn(value || undefined));
  const titleId = useId();
  const choose = (next: readonly string[]) => {
    // In the order of the options, so that equal choices have equal addresses.
    const ordered = options.map(option => option.value).filter(one => next.includes(one));
    setChosen(ordered);
    onChange(ordered.join(','));
  };
  return (
    <Popover
      opened
      onChange={opened => opened || onClose()}
      position="bottom-start"
      width={240}
      shadow="md"
      trapFocus
      portalProps={{ target: popupHome() }}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown ref={popup} aria-labelledby={titleId} className="choice-panel">
        <VisuallyHidden id={titleId}>{label}</VisuallyHidden>
        <ul>
          {options.map(option => (
            <li key={option.value}>
              <Checkbox
                label={option.label}
                checked={chosen.includes(option.value)}
                onChange={({ currentTarget }) =>
                  choose(
                    currentTarget.checked
                      ? [...chosen, option.value]
                      : chosen.filter(one => one !== option.value),
                  )
                }
              />
            </li>
          ))}
        </ul>
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            choose([]);
            onClose();
          }}
        >
          {all}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
