import { Button } from '@mantine/core';
import { ChevronsUpDown } from 'lucide-react';
import { useState } from 'react';
import { choiceWords, type Option } from './choice-words';
import { onDemand } from '../on-demand';
import { usePopupButton } from '../menus/use-popup-button';
import './choice-filter.css';
import './fits-options.css';

const ChoicePanel = onDemand(async () => (await import('./choice-panel')).ChoicePanel);

export type ChoiceProps = {
  label: string;
  /** The words for no choice. */
  all: string;
  options: readonly Option[];
  /** The chosen values as in an address. */
  value: string;
  onChange: (value: string) => void;
};

/** A filter that holds several of its choices, as wide as the longest. The menu is loaded when first opened. */
export function ChoiceFilter(props: ChoiceProps) {
  const { label, all, options, value } = props;
  // Options that arrive later would widen it (F81).
  const [known] = useState(options);
  const areKnown = known.length > 0;
  const { isOpen, button, popup, close, toggle } = usePopupButton();
  const shown = choiceWords(options, value) || all;
  const target = (
    <Button
      ref={button}
      variant="default"
      className={areKnown ? 'choice-filter fits-options' : 'choice-filter'}
      rightSection={<ChevronsUpDown size={14} aria-hidden />}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-label={`${label}: ${shown}`}
      onClick={toggle}
    >
      <span className="choice-filter-shown">{shown}</span>
      {areKnown && <span className="choice-filter-widths" data-choices={choicesOf(all, known)} />}
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
