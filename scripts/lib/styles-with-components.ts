import type { Plugin } from 'vite';

/** Components that neither sign-in nor a list starts with, or only one of them; the others are in web/styles.css. */
const apart = [
  'Center',
  'Checkbox',
  'Flex',
  'Menu',
  'Modal',
  'ModalBase',
  'Overlay',
  'Paper',
  'Popover',
  'Stack',
  'Title',
];
const modules = new RegExp(
  String.raw`node_modules/@mantine/core/esm/(?:components/(?:${apart.join('|')})|utils/InlineInput)/(\w+)\.mjs$`,
);

/**
 * Loads the styles of a component with the first page that has it. The library has one style sheet for each component,
 * which its modules do not import.
 */
export const stylesWithComponents = (): Plugin => ({
  name: 'styles-with-components',
  enforce: 'pre',
  transform: {
    filter: { id: modules },
    handler(code, id) {
      const component = modules.exec(id)?.[1];
      const isMain = id.endsWith(`/${component}/${component}.mjs`);
      return isMain ? { code: `import '@mantine/core/styles/${component}.css';\n${code}`, map: null } : null;
    },
  },
});
