import { NativeSelect } from '@mantine/core';
import { PasswordInput } from '../../ui/form/password-input';

type Props = {
  label: string;
  people: readonly { readonly id: number; readonly name: string }[];
  userId: number | null;
  onChoose: (userId: number) => void;
  pin: string;
  onPin: (pin: string) => void;
};

/** A user and their PIN. */
export const PinField = ({ label, people, userId, onChoose, pin, onPin }: Props) => (
  <>
    <NativeSelect
      label={label}
      size="md"
      data={people.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={String(userId ?? '')}
      onChange={event => onChoose(Number(event.currentTarget.value))}
    />
    <PasswordInput
      label="PIN"
      size="lg"
      inputMode="numeric"
      autoComplete="off"
      data-autofocus
      value={pin}
      onChange={event => onPin(event.currentTarget.value)}
    />
  </>
);
