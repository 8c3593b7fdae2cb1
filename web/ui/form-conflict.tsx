import { Button } from '@mantine/core';
import { Radio } from './radio';

/** A field of a form that somebody else changed too, in words. */
export type FieldClash = {
  readonly field: string;
  readonly label: string;
  readonly mine: string;
  readonly theirs: string;
  readonly choice: 'mine' | 'theirs' | null;
  /** What the form holds after either choice. */
  readonly values: Readonly<Record<'mine' | 'theirs', unknown>>;
};

/** What became of an edit that was overtaken by another: merged, with a choice for each field both changed. */
export type FormConflict = { readonly taken: readonly string[]; readonly clashes: readonly FieldClash[] };

type Props = {
  readonly conflict: FormConflict;
  readonly onChoose: (field: string, choice: 'mine' | 'theirs') => void;
  readonly onTakeCurrent: () => void;
};

/** The differences between two edits of one record: nothing is saved until it is saved again. */
export function ConflictChoices({ conflict: { taken, clashes }, onChoose, onTakeCurrent }: Props) {
  return (
    <div className="form-conflict">
      {taken.length > 0 && <p>Changed by the other person and now shown here: {taken.join(', ')}.</p>}
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
      <Button size="xs" variant="default" onClick={onTakeCurrent}>
        Discard my changes
      </Button>
    </div>
  );
}
