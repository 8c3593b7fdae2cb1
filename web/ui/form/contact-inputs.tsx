import { TextInput, type TextInputProps } from '@mantine/core';

// The browser would fill in the user's own details.

/** The email address of someone else. */
export const EmailInput = (props: TextInputProps) => (
  <TextInput label="Email" type="email" maxLength={254} autoComplete="off" {...props} />
);

/** The telephone number of someone else. */
export const PhoneInput = (props: TextInputProps) => (
  <TextInput label="Phone" type="tel" maxLength={40} autoComplete="off" {...props} />
);

/** The postcode of someone else. */
export const PostcodeInput = (props: TextInputProps) => (
  <TextInput label="Postcode" maxLength={12} autoComplete="off" {...props} />
);
