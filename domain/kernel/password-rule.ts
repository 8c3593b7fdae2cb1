import * as z from 'zod';

export const minPasswordLength = 8;
export const maxPasswordLength = 256;

/**
 * A new password needs only a minimum length: no composition rules, and nothing is trimmed. The server, which has the
 * list, refuses the most common passwords.
 */
export const newPassword = z
  .string('Password is required.')
  .min(
    minPasswordLength,
    `Use at least ${minPasswordLength} characters. A few words in a row make a good password.`,
  )
  .max(maxPasswordLength, `Use at most ${maxPasswordLength} characters.`);
