import { useState } from 'react';
import { LookUp } from '../../ui/form/look-up';

type Item = { readonly key: string; readonly label: string; readonly detail: string };

type Props = {
  label: string;
  placeholder: string;
  items: readonly Item[];
  chosen: Item | undefined;
  onChange: (key: string | undefined) => void;
  nothing: string;
};

/** The list stays short enough to read; typing finds the rest. */
const most = 60;

/** A field that finds one of many items that are already here, by any of their words. */
export function ChoiceField({ label, placeholder, items, chosen, onChange, nothing }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const found = matching(items, typed ?? '').slice(0, most);
  const choose = (item: Item | undefined) => {
    if (!item) return;
    setTyped(null);
    setOpen(false);
    onChange(item.key);
  };
  return (
    <LookUp
      field={{ label, placeholder, onBlur: () => setTyped(null) }}
      text={typed ?? chosen?.label ?? ''}
      onText={setTyped}
      isOpen={isOpen}
      onOpen={setOpen}
      opensUnasked
      choices={found}
      isCurrent
      onChoose={index => choose(found[index])}
      nothing={nothing}
      onClear={() => {
        setTyped(null);
        onChange(undefined);
      }}
    />
  );
}

/** Items that contain every typed word; those whose name starts with the text come first. */
function matching(items: readonly Item[], text: string): readonly Item[] {
  const typed = text.trim().toLowerCase();
  if (typed === '') return items;
  const words = typed.split(/\s+/);
  const found = items.filter(({ label, detail }) => {
    const all = `${label} ${detail}`.toLowerCase();
    return words.every(word => all.includes(word));
  });
  const rank = ({ label }: Item) => (label.toLowerCase().startsWith(typed) ? 0 : 1);
  return found.toSorted((a, b) => rank(a) - rank(b));
}
