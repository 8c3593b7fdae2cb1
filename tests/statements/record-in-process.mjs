import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PostgresQueryCompiler } from 'kysely';
import { partsOf } from './statement-parts.mjs';

// Notes each statement when a process first compiles it, and leaves it unchanged. It watches the compiler of kysely, which the
// sources and the build both load from node_modules, so that it sees the statements of every database: in the processes that
// run tests (see tests/support/one-day.ts), and in the programs that tests start, by `node --import`.
const folder = process.env.STATEMENTS_FOLDER;
const compiler = PostgresQueryCompiler.prototype;
// Setup files are loaded again for each test file of a process.
const watched = Symbol.for('counterfoil.statements');

if (folder && !Object.hasOwn(compiler, watched)) {
  Object.defineProperty(compiler, watched, { value: true });
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${process.pid}.jsonl`);
  const seen = new Set();
  const compile = Reflect.get(compiler, 'compileQuery');
  compiler.compileQuery = function compileAndNote(node, queryId) {
    const compiled = compile.call(this, node, queryId);
    const parts = partsOf(node);
    // Statements of one shape differ in their parameters only.
    const shape = parts.join('\u0002');
    if (parts.length > 0 && !seen.has(shape)) {
      seen.add(shape);
      appendFileSync(file, `${JSON.stringify({ text: compiled.sql, parts })}\n`);
    }
    return compiled;
  };
}
