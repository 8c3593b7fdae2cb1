import type { Plugin } from 'vite';

const icons = /node_modules\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/;

/** What the data of an icon say that drawing it does not need: the keys of its lines, and the size that all icons have. */
const unused = [/,\s*key: "\w+"/g, /^ *size: 24,\n/m, /^__iconData\.node;\n/m];

/**
 * Leaves out of the browser's build what no drawing of an icon needs: 2 kB of the first page, gzipped, since keys are
 * random letters. React asks for keys in development only.
 */
export const iconsForBrowsers = (): Plugin => ({
  name: 'icons-for-browsers',
  apply: 'build',
  transform: {
    filter: { id: icons },
    handler: code => ({ code: unused.reduce((shorter, part) => shorter.replace(part, ''), code), map: null }),
  },
});
