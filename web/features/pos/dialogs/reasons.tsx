import { TextInput } from '@mantine/core';

type Props = {
  value: string;
  onChange: (reason: string) => void;
  suggestions: readonly string[];
  /** Whether the dialog starts with this field. */
  isFirst?: boolean;
};

/** The reason, with the most common ones as buttons. */
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
