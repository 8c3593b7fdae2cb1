import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from '@typescript/typescript6';
import { inProject, readJson, root } from './project.mjs';

/** What the step "Plain words" of the check finds. */
export const plainWordProblems = () => [...wordProblems(), ...nameProblems()];

/**
 * Texts of screens and documents that use a word listed in docs/words-to-avoid.json, each with the word to use instead.
 * Texts that need such a word, for example because the specification fixes them, are listed there as allowed.
 */
function wordProblems() {
  const list = readJson('docs', 'words-to-avoid.json');
  const find = avoidedWords(list);
  const skipped = new Set(list.skippedFiles.map(({ file }) => file));
  const sources = ['web', 'domain', 'server'].flatMap(folder => filesBelow(folder, /(?<!\.test)\.tsx?$/));
  const documents = ['README.md', 'CHANGELOG.md', ...filesBelow('docs', /\.md$/)];
  return [...sources, ...documents]
    .filter(path => !skipped.has(path))
    .flatMap(path => {
      const content = readFileSync(join(root, path), 'utf8');
      // Parsing is slow, and most files are clean.
      if (find(content).length === 0) return [];
      return path.endsWith('.md') ? textsOfDocument(path, content) : textsOfSource(path, content);
    })
    .flatMap(({ text, place }) => find(text).map(({ word, use }) => `${place}: "${word}". Use: ${use}.`));
}

/** Names in our code, and of its files, that contain a word of `nameWords` in docs/words-to-avoid.json. */
function nameProblems() {
  const list = readJson('docs', 'words-to-avoid.json');
  const find = avoidedInName(list);
  const mayContain = new RegExp(list.nameWords.flatMap(({ avoid }) => avoid).join('|'), 'i');
  return ['bench', 'domain', 'scripts', 'server', 'tests', 'web']
    .flatMap(folder => filesBelow(folder, /(?<!\.generated)\.(?:tsx?|mjs)$/))
    .flatMap(path => {
      const content = readFileSync(join(root, path), 'utf8');
      const ofFile = find(basename(path)).map(problem => ({ ...problem, place: path }));
      // Parsing is slow, and most files have such words in comments only.
      if (!mayContain.test(content)) return ofFile;
      const code = content.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
      const isUsed = [...new Set(code.match(/[A-Za-z]\w*/g))].some(name => find(name).length > 0);
      return isUsed ? [...ofFile, ...namesIn(path, content, find)] : ofFile;
    })
    .map(({ word, use, place }) => `${place}: "${word}" in a name. Use: ${use}.`);
}

/** A function that finds the listed words in a name: "dearer" in `dearerFirst` and in `dearer-first.ts`. */
export function avoidedInName({ nameWords, allowedNames }) {
  const uses = new Map(nameWords.flatMap(({ avoid, use }) => avoid.map(word => [word, use])));
  const permitted = new Set(allowedNames.map(({ name }) => name));
  return name =>
    permitted.has(name)
      ? []
      : (name.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? [])
          .map(word => word.toLowerCase())
          .filter(word => uses.has(word))
          .map(word => ({ word, use: uses.get(word) }));
}

/** The names a source file declares that contain listed words. Names with underscores are stored fields and columns. */
export function namesIn(path, content, find) {
  const source = ts.createSourceFile(path, content, ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = node => {
    if (isDeclaration(node) && node.name && ts.isIdentifier(node.name) && !node.name.text.includes('_')) {
      const { line } = source.getLineAndCharacterOfPosition(node.name.getStart(source));
      found.push(...find(node.name.text).map(problem => ({ ...problem, place: `${path}:${line + 1}` })));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const isDeclaration = node =>
  ts.isVariableDeclaration(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isClassDeclaration(node) ||
  ts.isParameter(node) ||
  ts.isMethodDeclaration(node) ||
  (ts.isBindingElement(node) && (node.propertyName !== undefined || !ts.isObjectBindingPattern(node.parent)));

/** Parses the list, and returns a function that finds its words in a text. */
export function avoidedWords({ words, allowed }) {
  const uses = new Map(words.flatMap(({ avoid, use }) => avoid.map(word => [word, use])));
  const anyOf = phrases => phrases.map(escaped).sort(longestFirst).join('|');
  const permitted = new RegExp(anyOf(allowed.map(({ text }) => text)), 'g');
  const pattern = new RegExp(String.raw`(?<![\w-])(?:${anyOf([...uses.keys()])})(?![\w-])`, 'gi');
  return text => {
    const plain = text.replaceAll(/\s+/g, ' ').replaceAll(permitted, '');
    return [...plain.matchAll(pattern)].map(([word]) => ({ word, use: uses.get(word.toLowerCase()) }));
  };
}

const escaped = text => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
const longestFirst = (one, other) => other.length - one.length;

function filesBelow(folder, pattern) {
  return readdirSync(inProject(folder), { recursive: true, encoding: 'utf8' })
    .filter(path => pattern.test(path))
    .map(path => join(folder, path).replaceAll('\\', '/'))
    .sort();
}

/** Every string and JSX text of a source file that a user may read. */
export function textsOfSource(path, content) {
  const source = ts.createSourceFile(path, content, ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = node => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || isSearchWords(node)) return;
    for (const text of textsIn(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      found.push({ text, place: `${path}:${line + 1}` });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Search keywords of a setting are in users' own words: `also: 'smtp e-mail outgoing'`. */
const isSearchWords = node => ts.isPropertyAssignment(node) && node.name.getText() === 'also';

function textsIn(node) {
  if (ts.isJsxText(node)) return [node.text];
  if (ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node))
    return isSql(node.kind === ts.SyntaxKind.TemplateHead ? node.parent : node.parent.parent)
      ? sqlStrings(node.text)
      : [node.text];
  if (ts.isNoSubstitutionTemplateLiteral(node)) return isSql(node) ? sqlStrings(node.text) : [node.text];
  return ts.isStringLiteral(node) && !isKey(node) ? [node.text] : [];
}

const isSql = template =>
  ts.isTaggedTemplateExpression(template.parent) && template.parent.tag.getText() === 'sql';

/** The texts of a statement, without its names and comments. */
const sqlStrings = text =>
  Array.from(text.replaceAll(/(?:^|\s)--\s.*$/gm, '').matchAll(/'([^']*)'/g), ([, inside]) => inside);

/** 'held_basket' is a name in the code; a text starts with a capital, or has several words. */
const isKey = node => !ts.isJsxAttribute(node.parent) && /^[^\sA-Z]\S*$/.test(node.text);

/** The paragraphs of a document. The glossary's third column lists the words to avoid. */
function textsOfDocument(path, content) {
  const found = [];
  let started = true;
  for (const [index, line] of content.split('\n').entries()) {
    const isRow = line.startsWith('|');
    const text = isRow && path === 'docs/glossary.md' ? line.split('|').slice(0, 3).join('|') : line;
    if (started || isRow) found.push({ text, place: `${path}:${index + 1}` });
    else found.at(-1).text += `\n${text}`;
    started = line.trim() === '' || isRow;
  }
  return found;
}
