import { readFileSync, writeFileSync } from 'node:fs';
import { inProject } from './project.mjs';

const page = inProject('docs', 'mutants.md');

/** Prints how many changes of a part were noticed, and returns it as a percentage. */
export function printScore(part, { killed, survived, untested }) {
  const all = killed + survived + untested;
  const score = all === 0 ? '—' : `${((killed * 100) / all).toFixed(1)}%`;
  console.log(`\n${part}: ${score} (${killed} of ${all} noticed)`);
  return score;
}

/** Writes one row of the table in docs/mutants.md, replacing the previous one. */
export function storeScore(part, counts) {
  const { killed, survived, untested } = counts;
  const score = printScore(part, counts);
  const row = `| \`${part}\` | ${score} | ${killed} | ${survived} | ${untested} | ${new Date().toISOString().slice(0, 10)} |`;
  const lines = readFileSync(page, 'utf8').split('\n');
  const there = lines.findIndex(line => line.startsWith(`| \`${part}\` |`));
  if (there >= 0) lines[there] = row;
  else lines.splice(lines.findIndex(line => line.startsWith('| ---')) + 1, 0, row);
  writeFileSync(page, lines.join('\n'));
}
