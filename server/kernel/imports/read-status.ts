const active = /^(?:a|active|y|yes|true|1|on|x|live|current|enabled|in use)$/i;
const inactive = /^(?:i|inactive|n|no|false|0|off|disabled|closed|not active|discontinued)$/i;

/**
 * Parses a status as other programs write it: Y, Yes and 1 are active. Anything else is left unchanged and reported.
 */
export const readStatus = (text: string): string =>
  active.test(text) ? 'active' : inactive.test(text) ? 'inactive' : text;
