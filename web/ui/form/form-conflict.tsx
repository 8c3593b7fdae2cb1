import { Button, Group } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Radio } from './radio';
import './form-conflict.css';

/** A field or line of a form that another user changed too, in words. */
export type FieldClash = {
  readonly field: string;
  readonly label: string;
  readonly mine: string;
  readonly theirs: string;
  readonly choice: 'mine' | 'theirs' | null;
};

/** What became of an edit that was overtaken by another: merged, with a choice for each value both changed. */
export type FormConflict = {
  /** The labels of the fields that only the other person changed. */
  readonly taken: readonly string[];
  /** What only the other person did to the lines, in sentences. */
  readonly lines: readonly string[];
  readonly clashes: readonly FieldClash[];
};

type Props = {
  readonly conflict: FormConflict;
  readonly onChoose: (field: string, choice: 'mine' | 'theirs') => void;
  readonly onTakeCurrent: () => void;
};

/** The differences between two edits of one record: nothing is saved until it is saved again. */
export function ConflictChoices({ conflict: { taken, lines, clashes }, onChoose, onTakeCurrent }: Props) {
  const choices = useRef<HTMLDivElement>(null);
  // The save button was disabled while it was busy and lost the focus, so the keyboard would be nowhere.
  useEffect(() => choices.current?.focus(), []);
  const chooseAll = (choice: 'mine' | 'theirs') => {
    for (const { field } of clashes) onChoose(field, choice);
  };
  return (
    <div ref={choices} tabIndex={-1} className="form-conflict">
      {taken.length > 0 && <p>Changed by the other person and now shown here: {taken.join(', ')}.</p>}
      {lines.map(sentence => (
        <p key={sentence}>{sentence}</p>
      ))}
      {clashes.length > 0 ? (
        <p>You both changed the following. Choose a value for each, then save again.</p>
      ) : (
        <p>Your own changes are kept. Check the form, then save again.</p>
      )}
      {clashes.map(({ field, label, mine, theirs, choice }) => (
        <Radio.Group
          key={field}
          label={label}
          value={choice}
          onChange={value => onChoose(field, value === 'theirs' ? 'theirs' : 'mine')}
        >
          <div className="form-conflict-values">
            <Radio value="mine" label={`Yours: ${mine}`} />
            <Radio value="theirs" label={`Theirs: ${theirs}`} />
          </div>
        </Radio.Group>
      ))}
      <Group gap={8}>
        {clashes.length > 1 && (
          <>
            <Button size="xs" variant="default" onClick={() => chooseAll('mine')}>
              Keep all of mine
            </Button>
            <Button size="xs" variant="default" onClick={() => chooseAll('theirs')}>
              Take all of theirs
            </Button>
          </>
        )}
        <Button size="xs" variant="default" onClick={onTakeCurrent}>
          Discard my changes
        </Button>
      </Group>
    </div>
  );
}
