import type { TextInputProps } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { type Search, useLookUp } from '../../platform/look-up';
import { LookUp } from './look-up';

type Named = { readonly id: number; readonly name: string };

export type PickerField<Choice, Chosen = Choice> = Omit<TextInputProps, 'value' | 'onChange' | 'onSelect'> & {
  chosen: Chosen | null;
  onChange: (choice: Choice | null) => void;
  /** In a dialog without a form of ours: where it starts. */
  'data-autofocus'?: boolean;
};

type Props<Choice extends Named> = {
  field: PickerField<Choice, Named>;
  search: Search<Choice>;
  /** Filters the results that can be chosen here; by default all. */
  offers?: (choice: Choice) => boolean;
  detailOf: (choice: Choice) => ReactNode;
  /** Shown if there are no matches. */
  nothing: string;
};

/**
 * A field that holds one record, found by typing. Clearing it removes the record; a partial text changes
 * nothing.
 */
export function RecordPicker<Choice extends Named>(props: Props<Choice>) {
  const { search, offers, detailOf, nothing } = props;
  const { chosen, onChange, ...field } = props.field;
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const found = useLookUp(search, typed ?? '', isOpen, offers);
  const choose = (choice: Choice | undefined) => {
    if (!choice) return;
    setTyped(null);
    setOpen(false);
    onChange(choice);
  };
  // Enter may come before the matches: the text then stays until the best has come, even if the field is left meanwhile.
  const isEntered = useRef(false);
  const isLeft = useRef(false);
  const enter = async () => {
    isEntered.current = true;
    await found.takeBest(choose);
    isEntered.current = false;
    if (isLeft.current) setTyped(null);
  };
  return (
    <LookUp
      field={{
        ...field,
        onFocus: event => {
          isLeft.current = false;
          field.onFocus?.(event);
        },
        onBlur: () => {
          isLeft.current = true;
          if (isEntered.current) return;
          if (typed === '' && chosen) onChange(null);
          setTyped(null);
        },
      }}
      text={typed ?? chosen?.name ?? ''}
      onText={setTyped}
      isOpen={isOpen}
      onOpen={setOpen}
      opensUnasked
      choices={found.items?.map(choice => ({
        key: choice.id,
        label: choice.name,
        detail: detailOf(choice),
      }))}
      isCurrent={found.isCurrent}
      onChoose={index => choose(found.items?.[index])}
      onEnter={() => void enter()}
      failure={found.failure}
      nothing={nothing}
      onClear={() => {
        setTyped(null);
        onChange(null);
      }}
    />
  );
}
