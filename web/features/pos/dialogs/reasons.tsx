import { TextInput } from '@mantine/core';
import type { KeyboardEvent, Ref } from 'react';
import { flushSync } from 'react-dom';

type Props = {
  value: string;
  onChange: (reason: string) => void;
  suggestions: readonly string[];
  /** Whether the dialog starts with this field. */
  isFirst?: boolean;
  ref?: Ref<HTMLInputElement>;
};

/** The reason, with the most common ones as buttons. Enter after the first letters of one takes it. */
export function Reasons({ value, onChange, suggestions, isFirst, ref }: Props) {
  const typed = value.trim().toLowerCase();
  const started =
    typed === '' ? undefined : suggestions.find(reason => reason.toLowerCase().startsWith(typed));
  const onKeyDown = (event: KeyboardEvent) => {
    // At once, because Enter also sends the form.
    if (event.key === 'Enter' && started !== undefined) flushSync(() => onChange(started));
  };
  return (
    <div>
      <TextInput
        ref={ref}
        label="Reason"
        required
        {...(isFirst ? { 'data-autofocus': true } : {})}
        size="md"
        maxLength={200}
        autoComplete="off"
        value={value}
        onChange={event => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className="till-chips">
        {suggestions.map(reason => (
          <button
            key={reason}
            type="button"
            className="till-chip"
            aria-pressed={value === reason}
            data-started={(reason === started && value !== reason) || undefined}
            onClick={() => onChange(reason)}
          >
            {reason}
          </button>
        ))}
      </div>
    </div>
  );
}
