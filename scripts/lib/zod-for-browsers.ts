import type { Plugin } from 'vite';

const schemas = /node_modules\/zod\/v4\/classic\/schemas\.js$/;
const contracts = /[/\\]domain[/\\].+\.ts$/;
const pages = /[/\\]web[/\\].+\.tsx?$/;

/** What the classes of zod's schemas refer to, so that no bundler can see that no page uses it. */
const unused: Readonly<Record<string, readonly [pattern: RegExp, replacement: string]>> = {
  'the writer of JSON schemas of each type': [/^ *inst\._zod\.processJSONSchema = .+;$/gm, ''],
  'the JSON schema of the standard interface': [
    /^ *jsonSchema: \{\n(?: *(?:in|out)put: create.+,\n)+ *\},$/gm,
    '',
  ],
  'the limits that JSON schemas state': [/(?<=util\.derived\(\{\n)(?: {4}.+\n)+(?=\}, \{)/gm, ''],
  // z.email() and z.uuid() remain; z.string().email() is their deprecated form.
  'the deprecated formats of strings': [
    /(?<=^export const ZodString = (?:.+\n){3}\}), \{\n(?: {4}.+\n)+\}(?=\);$)/gm,
    '',
  ],
  // domain/kernel/plain-errors.ts has other words for every issue.
  'the messages in English': [/^ *if \(!core\.globalConfig\.localeError\)\n *core\.config\(en\(\)\);$/gm, ''],
  // The Content-Security-Policy forbids compiled text, so browsers never used them.
  'objects that compile themselves': [/core\.\$ZodObjectJIT\.init/g, 'core.$ZodObject.init'],
  // Descriptions are for the API's documents, which the server writes.
  'the registry of descriptions': [
    /(?<=^ {4}meta\()\.\.\.args\) \{\n(?: {8}.*\n)+/gm,
    ') {\n        return this;\n',
  ],
  // Neither replies, which are JSON, nor forms hold a value within itself.
  'the memory of values that hold themselves': [
    /^ *if \(!core\.globalConfig\.memoizer\)\n *core\.config\(\{ memoizer: core\.memoizer\(\) \}\);$/gm,
    '',
  ],
};

/** Methods that no contract uses. One that does fails the build. */
const unusedMethods = [
  'with',
  'brand',
  'register',
  'description',
  'exactOptional',
  'nonoptional',
  'or',
  'and',
  'prefault',
  'describe',
  'apply',
  'isOptional',
  'isNullable',
  'parseAsync',
  'safeParseAsync',
  'spa',
  'validate',
  'validateAsync',
  'encodeAsync',
  'decodeAsync',
  'safeEncodeAsync',
  'safeDecodeAsync',
  'toJSONSchema',
  'lowercase',
  'uppercase',
  'slugify',
  'nonempty',
  'unwrap',
  'keyof',
  'partial',
  'required',
  'catchall',
  'passthrough',
  'strict',
  'strip',
  'safeExtend',
  'merge',
  'exactPartial',
  'gt',
  'gte',
  'lt',
  'lte',
  'safe',
  'negative',
  'nonpositive',
  'nonnegative',
  'multipleOf',
  'step',
  'finite',
];

/** `name(…) { … }`, `name: function …(…) { … },` and accessors of the name, wherever a class has one. */
const methodPattern = (name: string) =>
  new RegExp(
    String.raw`^ {4}(?:async |get |set )?${name}(?:: (?:async )?function \w+)?\(.*\) \{\n(?: {8}.*\n)+ {4}\},\n`,
    'gm',
  );

/** A string, in which parentheses do not count, or a parenthesis. */
const stringOrParenthesis = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`|[()]/g;

/** The sentence of a call, for the API's documents too. */
const summary = /(?<=^\s*summary:\s*)(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")(?=,?$)/gm;

/** A contract without its calls of `meta()`: descriptions are for the API's documents, which the server writes. */
function withoutDescriptions(code: string): string {
  const call = '.meta(';
  const at = code.indexOf(call);
  if (at < 0) return code;
  const inside = code.slice(at + call.length);
  let depth = 1;
  for (const { 0: token, index } of inside.matchAll(stringOrParenthesis)) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (depth === 0) return code.slice(0, at) + withoutDescriptions(inside.slice(index + 1));
  }
  return code;
}

/**
 * Leaves out of the browser's build the parts of zod that only the server uses, or no one: describing contracts as JSON
 * schemas, and methods that no contract calls. That was 13 KB of the first page, gzipped. An upgrade of zod that words
 * them differently fails the build.
 */
export const zodForBrowsers = (): Plugin => ({
  name: 'zod-for-browsers',
  apply: 'build',
  transform: {
    filter: { id: [schemas, contracts, pages] },
    handler(code, id) {
      if (!schemas.test(id)) {
        const mayCall = contracts.test(id) || /import \* as z from ['"]zod['"]/.test(code);
        const called = mayCall && unusedMethods.find(name => code.includes(`.${name}(`));
        if (called)
          this.error(
            `Take ${called}() off the list of methods that are left out of zod (zod-for-browsers.ts)`,
          );
        return contracts.test(id)
          ? { code: withoutDescriptions(code.replace(summary, "''")), map: null }
          : null;
      }
      const shorten = (part: string, pattern: RegExp, replacement: string) => {
        const shorter = code.replace(pattern, replacement);
        if (shorter === code)
          this.error(`zod no longer has ${part} where it is left out of the browser's build`);
        code = shorter;
      };
      for (const [part, [pattern, replacement]] of Object.entries(unused))
        shorten(part, pattern, replacement);
      for (const name of unusedMethods) shorten(`the method ${name}`, methodPattern(name), '');
      return { code, map: null };
    },
  },
});
