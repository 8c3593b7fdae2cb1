import { Button } from '@mantine/core';
import { ChevronsUpDown } from 'lucide-react';
import { choiceWords, type Option } from './choice-words';
import { onDemand } from '../on-demand';
import { usePopupButton } from '../menus/use-popup-button';
import './choice-filter.css';

const ChoicePanel = onDemand(async () => (await import('./choice-panel')).ChoicePanel);

export type ChoiceProps = {
  label: string;
  /** The words for no choice. */
  all: string;
  options: readonly Option[];
  /** The chosen values as in an address. */
  value: string;
  onChange: (value: string) => void;
  /** It is as wide as the longest of these, the options known from the start; others that arrive later do not widen it. */
  fits?: readonly Option[] | undefined;
};

/** A filter that holds several of its choices. The menu is loaded when first opened. */
export function ChoiceFilter(props: ChoiceProps) {
  const { label, all, options, value, fits } = props;
  const { isOpen, button, popup, close, toggle } = usePopupButton();
  const shown = choiceWords(options, value) || all;
  const target = (
    <Button
      ref={button}
      variant="default"
      className={fits ? 'choice-filter fits-options' : 'choice-filter'}
      rightSection={<ChevronsUpDown size={14} aria-hidden />}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-label={`${label}: ${shown}`}
      onClick={toggle}
    >
      <span className="choice-filter-shown">{shown}</span>
      {fits && <span className="choice-filter-widths" data-choices={choicesOf(all, fits)} />}
    </Button>
  );
  if (!isOpen) return target;
  return (
    <ChoicePanel {...props} popup={popup} onClose={close}>
      {target}
    </ChoicePanel>
  );
}

const choicesOf = (all: string, options: readonly Option[]): string =>
  [all, ...options.map(option => option.label)].join('\n');
