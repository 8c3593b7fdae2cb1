import * as z from 'zod';

/**
 * Messages for schemas without their own (findings F76, F110): plain sentences that say what to enter, instead of the
 * library's. They start with "Must", at which the server puts the field's name in front.
 */
const types: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object with named fields',
  record: 'an object with named fields',
  null: 'empty',
  date: 'a date',
};

const formats: Readonly<Record<string, string>> = {
  email: 'an email address, such as name@example.co.uk',
  url: 'a web address',
  uuid: 'a UUID, such as 3f0c9a52-8b1d-4c7e-9a60-2f1e5d7c8b34',
  date: 'a date, such as 2026-11-22',
  datetime: 'a date and time, such as 2026-11-22T14:30:00Z',
  time: 'a time, such as 14:30',
  base64: 'base64',
  json_string: 'JSON',
};

const counted: Readonly<Record<string, readonly [string, string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
  map: ['entry', 'entries'],
  file: ['byte', 'bytes'],
};

const quoted = (value: unknown) => (value === '' ? 'empty' : String(value));

/** "12 characters", or "12" for a number. */
const amountOf = (origin: string, limit: number | bigint) => {
  const words = counted[origin];
  return words ? `${limit} ${Number(limit) === 1 ? words[0] : words[1]}` : String(limit);
};

const withinWords = (issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall>) => {
  const { origin } = issue;
  const verb = counted[origin] ? 'have' : 'be';
  if (issue.code === 'too_big')
    return `Must ${verb} ${issue.inclusive === false ? 'less than' : 'at most'} ${amountOf(origin, issue.maximum)}.`;
  if (counted[origin] && Number(issue.minimum) === 1) return 'Must not be empty.';
  return `Must ${verb} ${issue.inclusive === false ? 'more than' : 'at least'} ${amountOf(origin, issue.minimum)}.`;
};

const typeWords = ({ expected, input }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidType>) =>
  input === undefined ? 'Must be given.' : `Must be ${types[expected] ?? 'of a different type'}.`;

const valueWords = ({ values }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidValue>) =>
  values.length === 1
    ? `Must be ${quoted(values[0])}.`
    : `Must be one of: ${values.slice(0, 20).map(quoted).join(', ')}${values.length > 20 ? ' …' : ''}.`;

/** For a union: its own message, or what each member accepts. */
function unionWords(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>): string {
  if ('discriminator' in issue) return `Must have a known ${String(issue.discriminator)}.`;
  const errors = issue.errors as readonly (readonly z.core.$ZodIssue[])[];
  const messages = errors.flatMap(issues =>
    issues.filter(({ path }) => path.length === 0).map(({ message }) => message),
  );
  const written = messages.find(message => message !== '' && !message.startsWith('Must '));
  if (written !== undefined) return written;
  const choices = [...new Set(messages.filter(message => message.startsWith('Must be ')))].map(message =>
    message.slice('Must be '.length, -1),
  );
  return choices.length === 0 ? 'Must have one of the supported forms.' : `Must be ${choices.join(', or ')}.`;
}

function plainWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeWords(issue);
    case 'invalid_value':
      return valueWords(issue);
    case 'too_big':
    case 'too_small':
      return withinWords(issue);
    case 'invalid_format':
      return `Must be ${formats[issue.format] ?? 'in the required format'}.`;
    case 'not_multiple_of':
      return `Must be a multiple of ${issue.divisor}.`;
    case 'unrecognized_keys':
      return 'Unknown field.';
    case 'invalid_union':
      return unionWords(issue);
    default:
      return 'Check this value.';
  }
}

z.config({ localeError: plainWords });
