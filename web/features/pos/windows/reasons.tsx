import { TextInput } from '@mantine/core';

type Props = {
  value: string;
  onChange: (reason: string) => void;
  suggestions: readonly string[];
  /** Whether the window begins with it. */
  isFirst?: boolean;
};

/** Why; what is said most often is one touch. */
export const Reasons = ({ value, onChange, suggestions, isFirst }: Props) => (
  <div>
    <TextInput
      label="Reason"
      required
      {...(isFirst ? { 'data-autofocus': true } : {})}
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
