import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { Eye, EyeOff } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import './password-input.css';

/** A password that can be shown. The button is for pointers: Tab goes on to the next field. */
export function PasswordInput(props: TextInputProps) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <TextInput
      {...props}
      type={isShown ? 'text' : 'password'}
      rightSection={
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          tabIndex={-1}
          disabled={props.disabled === true}
          aria-label="Show or hide the password"
          aria-pressed={isShown}
          onMouseDown={keepFocus}
          onClick={() => setShown(!isShown)}
        >
          <Icon size={16} />
        </ActionIcon>
      }
    />
  );
}

const keepFocus = (event: MouseEvent) => event.preventDefault();
