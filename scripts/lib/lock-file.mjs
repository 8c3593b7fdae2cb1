import { readJson } from './project.mjs';
import { satisfies } from './version-range.mjs';

/** Packages that need a newer Node than ours. npm only warns about indirect dependencies. */
export function enginesProblems() {
  const oldest = readJson('package.json').engines.node.replace('>=', '');
  return Object.entries(readJson('package-lock.json').packages)
    .filter(([path, entry]) => path !== '' && !entry.optional && entry.engines?.node)
    .filter(([, entry]) => !satisfies(oldest, entry.engines.node))
    .map(
      ([path, entry]) =>
        `${path} ${entry.version} needs Node ${entry.engines.node}, but Counterfoil supports ${oldest}`,
    );
}

/**
 * Binaries for other platforms that are missing from the lock file: with one missing, `npm ci` fails on every machine.
 */
export function missingOptionalPackages() {
  const { packages } = readJson('package-lock.json');
  return Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter(name => !places(path, name).some(place => packages[place]))
      .map(
        name => `${name}, an optional part of ${path || 'this package'}, is missing from package-lock.json`,
      ),
  );
}

/**
 * The folders of all packages that run in production: those that package.json names, what they need in turn, and the
 * optional ones of every platform. npm's own `--omit=dev` leaves out what tests need as well.
 */
export function productionPackages({ packages } = readJson('package-lock.json')) {
  const found = new Set();
  const add = (
    path,
    { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} },
  ) => {
    const peers = Object.keys(peerDependencies).filter(name => !peerDependenciesMeta[name]?.optional);
    for (const name of [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers]) {
      const place = places(path, name).find(folder => packages[folder]);
      if (place === undefined || found.has(place)) continue;
      found.add(place);
      add(place, packages[place]);
    }
  };
  add('', packages['']);
  return found;
}

/** The folders where a dependency of the package at `path` may be: its own and any above it. */
function places(path, name) {
  const above = [];
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/'))))
    above.push(at);
  return [...above, ''].map(folder => (folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`));
}
