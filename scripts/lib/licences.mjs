import { readJson } from './project.mjs';

/** Licences under which a package may be used, as SPDX names. All let us run and pass on the product as it is. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Packages with another licence, or whose package names none, each with what was found and why it may be used. */
export const exceptions = {
  '@img/sharp-': { licence: 'LGPL-3.0-or-later', why: 'libvips, a separate library that anyone may replace' },
  'axe-core': { licence: 'MPL-2.0', why: 'used by tests only, unchanged' },
  'caniuse-lite': { licence: 'CC-BY-4.0', why: 'data used by a build step of tests only' },
  'dejavu-fonts-ttf': { licence: 'Bitstream-Vera', why: 'fonts; its README and LICENSE hold the text' },
  lightningcss: { licence: 'MPL-2.0', why: 'a build step, unchanged' },
  'png-js': { licence: 'MIT', why: 'its LICENSE file, which the package does not name' },
};

/** The exception for a package: by its name, or by the beginning of it. */
export function exceptionFor(name) {
  const known = Object.keys(exceptions).find(start => name === start || name.startsWith(start));
  return known === undefined ? undefined : exceptions[known];
}

/** Whether an SPDX expression allows use: all of what AND joins, any of what OR joins. */
export function isAllowed(expression, more = new Set()) {
  const plain = expression.replaceAll(/[()]/g, '');
  return plain
    .split(' OR ')
    .some(choice => choice.split(' AND ').every(name => allowed.has(name.trim()) || more.has(name.trim())));
}

/** Packages in the lock file whose licence is neither allowed nor among the exceptions. */
export function licenceProblems(packages = readJson('package-lock.json').packages) {
  return Object.entries(packages).flatMap(([path, { license = null }]) => {
    if (path === '') return [];
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const exception = exceptionFor(name);
    if (license !== null && isAllowed(license, new Set(exception ? [exception.licence] : []))) return [];
    if (exception && (license === null || license.startsWith('SEE LICENSE'))) return [];
    return [
      `${name} has the licence ${license ?? '(none named)'}, which scripts/lib/licences.mjs does not allow.`,
    ];
  });
}
