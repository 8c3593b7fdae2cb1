import { readFileSync, writeFileSync } from 'node:fs';
import { inProject } from './project.mjs';

const page = inProject('docs', 'mutants.md');

/** Writes one row of the table in docs/mutants.md, replacing the previous one. */
export function storeScore(part, { killed, survived, untested }) {
  const all = killed + survived + untested;
  const score = all === 0 ? '—' : `${((killed * 100) / all).toFixed(1)}%`;
  console.log(`\n${part}: ${score} (${killed} of ${all} noticed)`);
  const row = `| \`${part}\` | ${score} | ${killed} | ${survived} | ${untested} | ${new Date().toISOString().slice(0, 10)} |`;
  const lines = readFileSync(page, 'utf8').split('\n');
  const there = lines.findIndex(line => line.startsWith(`| \`${part}\` |`));
  if (there >= 0) lines[there] = row;
  else lines.splice(lines.findIndex(line => line.startsWith('| ---')) + 1, 0, row);
  writeFileSync(page, lines.join('\n'));
}
