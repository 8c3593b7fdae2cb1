import * as z from 'zod';

export const minPasswordLength = 8;
export const maxPasswordLength = 256;

/**
 * A new password: length is all that is asked. No composition rules, nothing trimmed or cut; the commonest
 * passwords are refused by the server, which knows the list.
 */
export const newPassword = z
  .string('Password is required.')
  .min(
    minPasswordLength,
    `Use at least ${minPasswordLength} characters. A few words in a row make a good password.`,
  )
  .max(maxPasswordLength, `Use at most ${maxPasswordLength} characters.`);
