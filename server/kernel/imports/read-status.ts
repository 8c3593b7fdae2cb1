const active = /^(?:a|active|y|yes|true|1|on|x|live|current|enabled|in use)$/i;
const inactive = /^(?:i|inactive|n|no|false|0|off|disabled|closed|not active|discontinued)$/i;

/** A status as other programs write it: Y, Yes and 1 are active. What is neither stays as it is, and is asked about. */
export const readStatus = (text: string): string =>
  active.test(text) ? 'active' : inactive.test(text) ? 'inactive' : text;
