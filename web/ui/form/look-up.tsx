import { CloseButton, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { popupHome } from '../menus/popup-home';
import './look-up.css';

export type Choice = { readonly key: string | number; readonly label: string; readonly detail?: ReactNode };

type Props = {
  /** Props of the text field, such as label and error. */
  field: TextInputProps;
  text: string;
  onText: (text: string) => void;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  /** The matches, best first; undefined while searching. */
  choices: readonly Choice[] | undefined;
  /** Whether the options belong to the current text. */
  isCurrent: boolean;
  onChoose: (index: number) => void;
  /** Called for Enter when there is nothing to choose from yet. */
  onEnter?: (() => void) | undefined;
  /** Shown if there are no matches. */
  nothing: string;
  /** Why the search failed, shown in place of matches. */
  failure?: string | null;
  /** Whether a click opens the list before anything is typed. */
  opensUnasked?: boolean;
  onClear?: (() => void) | undefined;
};

/** A field that finds a record as its name is typed. Arrow keys move, Enter selects. */
export function LookUp(props: Props) {
  const { field, text, isOpen, onOpen, nothing, failure = null, opensUnasked, onClear } = props;
  const choices = failure === null ? props.choices : [];
  const listId = useId();
  // Tracked by key, so that the marked option stays marked when a newer response reorders the list.
  const [walkedTo, walkTo] = useState<Choice['key'] | null>(null);
  const isListed = isOpen && choices !== undefined;
  const found = choices?.findIndex(({ key }) => key === walkedTo) ?? -1;
  const marked = Math.max(0, found);
  const choose = (index: number) => {
    onOpen(false);
    props.onChoose(index);
  };
  return (
    <Popover
      opened={isListed}
      width="target"
      position="bottom-start"
      offset={2}
      withRoles={false}
      trapFocus={false}
      closeOnEscape={false}
      transitionProps={{ duration: 0 }}
      shadow="md"
      portalProps={{ target: popupHome() }}
    >
      <Popover.Target>
        <TextInput
          {...field}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isListed}
          aria-controls={isListed ? listId : undefined}
          aria-activedescendant={isListed && choices[marked] ? `${listId}-${marked}` : undefined}
          autoComplete="off"
          // Escape closes the list, not the dialog around it.
          data-mantine-stop-propagation={isListed || undefined}
          value={text}
          rightSection={
            onClear && text !== '' && !field.disabled ? (
              <Clear label={field.label ?? field['aria-label']} onClear={onClear} />
            ) : null
          }
          onChange={event => {
            props.onText(event.currentTarget.value);
            // A new list starts at the top.
            walkTo(null);
            onOpen(true);
          }}
          onClick={() => opensUnasked && onOpen(true)}
          onBlur={event => {
            onOpen(false);
            field.onBlur?.(event);
          }}
          onKeyDown={event =>
            onKey(event, { ...props, isListed, marked, isWalkedTo: found >= 0, walkTo, choose })
          }
        />
      </Popover.Target>
      <Popover.Dropdown p={4} className="look-up-list" miw={280}>
        {failure === null ? (
          <Choices id={listId} choices={choices ?? []} marked={marked} nothing={nothing} onChoose={choose} />
        ) : (
          <div className="look-up-nothing" role="alert">
            {failure}
          </div>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

const Clear = ({ label, onClear }: { label: ReactNode; onClear: () => void }) => (
  <CloseButton
    size="sm"
    aria-label={typeof label === 'string' ? `Clear ${label.toLowerCase()}` : 'Clear'}
    onClick={onClear}
  />
);

type ListProps = {
  id: string;
  choices: readonly Choice[];
  marked: number;
  nothing: string;
  onChoose: (index: number) => void;
};

const Choices = ({ id, choices, marked, nothing, onChoose }: ListProps) =>
  choices.length === 0 ? (
    <div className="look-up-nothing" role="status">
      {nothing}
    </div>
  ) : (
    <div role="listbox" id={id} aria-label="Results">
      {choices.map(({ key, label, detail }, index) => (
        // Focus and keys stay in the field; the list is for the pointer.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
        <div
          key={key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === marked}
          className="look-up-choice"
          ref={node => {
            if (index === marked) node?.scrollIntoView({ block: 'nearest' });
          }}
          onMouseDown={event => event.preventDefault()}
          onClick={() => onChoose(index)}
        >
          <span>{label}</span>
          {detail && <span className="look-up-detail">{detail}</span>}
        </div>
      ))}
    </div>
  );

type Keys = Props & {
  isListed: boolean;
  marked: number;
  /** Whether the option was marked with the arrow keys, not just for being first. */
  isWalkedTo: boolean;
  walkTo: (key: Choice['key'] | null) => void;
  choose: (index: number) => void;
};

function onKey(event: KeyboardEvent, keys: Keys): void {
  if (event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
  const {
    isListed,
    isOpen,
    onOpen,
    isCurrent,
    choices = [],
    marked,
    isWalkedTo,
    walkTo,
    choose,
    onEnter,
  } = keys;
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    if (!isOpen) return onOpen(true);
    const step = event.key === 'ArrowDown' ? 1 : -1;
    walkTo(choices[(marked + step + choices.length) % choices.length]?.key ?? null);
  } else if (event.key === 'Enter') {
    event.preventDefault();
    // An option marked with the arrow keys wins, even while a newer response is on its way.
    if (isListed && (isCurrent || isWalkedTo) && choices[marked]) choose(marked);
    else onEnter?.();
  } else if (event.key === 'Escape' && isOpen) {
    event.preventDefault();
    onOpen(false);
  }
}
