import type { Plugin } from 'vite';

const schemas = /node_modules\/zod\/v4\/classic\/schemas\.js$/;

/** What the methods of zod's schemas refer to, so that no bundler can see that no page uses it. */
const unused = {
  'the writer of JSON schemas of each type': /^ *inst\._zod\.processJSONSchema = .+;$/gm,
  'the JSON schema of the standard interface': /^ *jsonSchema: \{\n(?: *(?:in|out)put: create.+,\n)+ *\},$/gm,
  'the method toJSONSchema': /^ *toJSONSchema\(params\) \{\n.+\n *\},$/gm,
  // z.email() and z.uuid() remain; z.string().email() is their deprecated form.
  'the deprecated formats of strings':
    /(?<=^export const ZodString = (?:.+\n){3}\}), \{\n(?: {4}.+\n)+\}(?=\);$)/gm,
};

/**
 * Leaves out of the browser's build what only the server does with contracts: describing them as JSON schemas.
 * That was 8 KB of the first page, gzipped. An upgrade of zod that words it differently fails the build.
 */
export const zodForBrowsers = (): Plugin => ({
  name: 'zod-for-browsers',
  apply: 'build',
  transform: {
    filter: { id: schemas },
    handler(code) {
      for (const [part, pattern] of Object.entries(unused)) {
        const shorter = code.replace(pattern, '');
        if (shorter === code)
          this.error(`zod no longer has ${part} where it is left out of the browser's build`);
        code = shorter;
      }
      return { code, map: null };
    },
  },
});
