import { TextInput } from '@mantine/core';

type Props = {
  value: string;
  onChange: (reason: string) => void;
  suggestions: readonly string[];
};

/** Why; what is said most often is one touch. */
export const Reasons = ({ value, onChange, suggestions }: Props) => (
  <div>
    <TextInput
      label="Reason"
      required
      size="md"
      maxLength={200}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
    />
    <div className="till-chips">
      {suggestions.map(reason => (
        <button
          key={reason}
          type="button"
          className="till-chip"
          aria-pressed={value === reason}
          onClick={() => onChange(reason)}
        >
          {reason}
        </button>
      ))}
    </div>
  </div>
);
