import { parseArgs } from 'node:util';
import { ScriptError } from './project.mjs';

/** What an option may be. Values stay text. @type {Record<string, [pattern: RegExp, words: string]>} */
const kinds = {
  text: [/./u, 'must not be empty'],
  'whole number': [/^\d{1,9}$/, 'must be a whole number'],
  number: [/^\d{1,9}(?:\.\d+)?$/, 'must be a number'],
  'number above zero': [/^(?=.*[1-9])\d{1,9}(?:\.\d+)?$/, 'must be a number above zero'],
};

/**
 * Reads what follows the command's name, before anything is installed, built or opened. `--help` prints the usage and
 * ends the process; what the command does not know is refused with the usage.
 * @param {string} usage starts with `Usage: npm run …`
 * @param {{ options?: Record<string, string>, mostOperands?: number }} known each option with its kind: `flag`, or
 * one of `kinds`; and how many words without dashes may be given (none, unless said)
 * @param {string[]} words
 * @returns {{ options: Record<string, any>, operands: string[] }} the options given (a flag is `true`)
 */
export function readCommandLine(
  usage,
  { options: known = {}, mostOperands = 0 } = {},
  words = process.argv.slice(2),
) {
  if (words.some(word => word === '--help' || word === '-h')) {
    console.log(usage);
    process.exit(0);
  }
  const refuse = reason => {
    throw new ScriptError(`${reason}\n\n${usage}`);
  };
  const { tokens } = parseArgs({
    args: words,
    options: Object.fromEntries(
      Object.entries(known).map(([name, kind]) => [name, { type: kind === 'flag' ? 'boolean' : 'string' }]),
    ),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const options = {};
  for (const { kind, name, rawName, value } of tokens)
    if (kind === 'option') options[name] = valueOf(known[name], rawName, value, refuse);
  const operands = tokens.filter(({ kind }) => kind === 'positional').map(({ value }) => value);
  if (operands.length > mostOperands) refuse(`"${operands[mostOperands]}" is not expected here.`);
  return { options, operands };
}

/** The value of an option, or a refusal that names it. */
function valueOf(kind, rawName, value, refuse) {
  if (kind === undefined) refuse(`"${rawName}" is not an option.`);
  if (kind === 'flag') return value === undefined || refuse(`${rawName} takes no value.`);
  if (value === undefined) refuse(`${rawName} needs a value.`);
  const [pattern, words] = kinds[kind];
  if (!pattern.test(value)) refuse(`${rawName} ${words}, but it is "${value}".`);
  return value;
}
