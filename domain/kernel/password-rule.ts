import * as z from 'zod';

export const shortestPassword = 8;
export const longestPassword = 256;

/**
 * A new password: length is all that is asked. No composition rules, nothing trimmed or cut; the commonest
 * passwords are refused by the server, which knows the list.
 */
export const newPassword = z
  .string('Password is required.')
  .min(
    shortestPassword,
    `Use at least ${shortestPassword} characters. A few words in a row make a good password.`,
  )
  .max(longestPassword, `Use at most ${longestPassword} characters.`);
