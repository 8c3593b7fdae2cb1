import { Button, Checkbox, Popover, TextInput, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useState } from 'react';
import { maxFilterIds, valuesIn } from '#domain/kernel/list-query';
import type { ChoiceProps } from './choice-filter';
import type { Option } from './choice-words';
import { popupHome } from '../menus/popup-home';
import { usePhone } from '../use-phone';

/** The most options that are found at a glance; more can be searched. */
const maxAtAGlance = 8;

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
    const listed = options.map(option => option.value);
    const ordered = [
      ...listed.filter(one => next.includes(one)),
      ...next.filter(one => !listed.includes(one)),
    ];
    setChosen(ordered);
    onChange(ordered.join(','));
  };
  return (
    <Popover
      opened
      onChange={opened => opened || onClose()}
      position="bottom-start"
      width={260}
      shadow="md"
      trapFocus
      portalProps={{ target: popupHome() }}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown ref={popup} aria-labelledby={titleId} className="choice-panel" onKeyDown={walk}>
        <VisuallyHidden id={titleId}>{label}</VisuallyHidden>
        <Choices label={label} options={options} chosen={chosen} onChoose={choose} />
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

/** The options, and the search with them, may come after the panel has opened: it then takes the focus from the panel. */
function takeFocusOfPanel(search: HTMLInputElement | null): void {
  if (search?.closest('.choice-panel')?.contains(document.activeElement))
    search.focus({ preventScroll: true });
}

type ChoicesProps = {
  label: string;
  options: readonly Option[];
  chosen: readonly string[];
  onChoose: (chosen: readonly string[]) => void;
};

function Choices({ label, options, chosen, onChoose }: ChoicesProps) {
  const [text, setText] = useState('');
  // Only those chosen when it was opened, so that nothing moves under the pointer.
  const [first] = useState(chosen);
  const isPhone = usePhone();
  const isLong = options.length > maxAtAGlance;
  const searched = text.trim().toLowerCase();
  const found = (isLong ? withFirst(options, first) : options).filter(option =>
    option.label.toLowerCase().includes(searched),
  );
  const isFull = chosen.length >= maxFilterIds;
  const toggle = (one: string) =>
    onChoose(chosen.includes(one) ? chosen.filter(other => other !== one) : [...chosen, one]);
  const [best] = found;
  return (
    <>
      {isLong && (
        <TextInput
          ref={isPhone ? undefined : takeFocusOfPanel}
          aria-label={`Search ${label.toLowerCase()}`}
          placeholder="Search"
          autoComplete="off"
          // On a phone the keyboard would cover the list.
          data-autofocus={!isPhone || undefined}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          onKeyDown={event => {
            if (event.key === 'Enter' && searched && best && !(isFull && !chosen.includes(best.value)))
              toggle(best.value);
          }}
        />
      )}
      <ul data-long={isLong || undefined}>
        {found.map((option, index) => (
          <li key={option.value}>
            <Checkbox
              label={option.label}
              data-autofocus={(isLong && isPhone && index === 0) || undefined}
              checked={chosen.includes(option.value)}
              disabled={isFull && !chosen.includes(option.value)}
              onChange={() => toggle(option.value)}
            />
          </li>
        ))}
      </ul>
      <div role="status" className="choice-panel-note">
        {found.length === 0 && (searched ? 'No results' : 'Nothing to choose from')}
        {isFull && `At most ${maxFilterIds} can be chosen.`}
      </div>
    </>
  );
}

const withFirst = (options: readonly Option[], first: readonly string[]): readonly Option[] => [
  ...options.filter(({ value }) => first.includes(value)),
  ...options.filter(({ value }) => !first.includes(value)),
];

/** The arrow keys walk through the search and the choices. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input:not(:disabled)')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const next = stops[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}
