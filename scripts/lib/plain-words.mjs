import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from '@typescript/typescript6';
import { inProject, readJson, root } from './project.mjs';

/**
 * Texts of screens and documents that use a word listed in docs/words-to-avoid.json, each with the word to use instead.
 * Texts that need such a word, for example because the specification fixes them, are listed there as allowed.
 */
export function wordProblems() {
  const list = readJson('docs', 'words-to-avoid.json');
  const find = avoidedWords(list);
  const skipped = new Set(list.skippedFiles.map(({ file }) => file));
  const sources = ['web', 'domain', 'server'].flatMap(folder => filesBelow(folder, /(?<!\.test)\.tsx?$/));
  const documents = ['README.md', ...filesBelow('docs', /\.md$/)];
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
  let begun = true;
  for (const [index, line] of content.split('\n').entries()) {
    const isRow = line.startsWith('|');
    const text = isRow && path === 'docs/glossary.md' ? line.split('|').slice(0, 3).join('|') : line;
    if (begun || isRow) found.push({ text, place: `${path}:${index + 1}` });
    else found.at(-1).text += `\n${text}`;
    begun = line.trim() === '' || isRow;
  }
  return found;
}
