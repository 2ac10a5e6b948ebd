// Measures what becomes of the words of documents: npm run eval:documents -- [list.yaml] [--answers] [--help]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DOCUMENT_KINDS } from '../test/fixtures/document-kinds/index.ts';
import { GENERATED_FILES, lostWords } from '../test/support/generated/lost-words.ts';
import { renderTable } from './answers/figure-table.ts';
import { askCases, type AskedCase } from './documents/asked-cases.ts';
import { readCaseFile } from './documents/case-file.ts';
import { askDiagrams } from './documents/diagram-questions.ts';
import { type KindFigures, measureKinds, renderKinds } from './documents/kind-figures.ts';
import { parseOptions } from './documents/options.ts';
import { runEvaluationCommand } from './evaluation-command.ts';

const { list, asks, baseline, generated, vision, json } = parseOptions(process.argv);

await runEvaluationCommand(json, async ({ print, signal }) => {
  const kinds = list === null ? DOCUMENT_KINDS : await readCaseFile(list);
  const figures = await measureKinds(kinds, null);
  const before = baseline === null ? null : await measureKinds(kinds, baseline);
  print(renderKinds(figures, before));
  if (before !== null) print('In brackets: the other checkout.');
  print(faultsOf(figures));
  const lost = await countLost(generated);
  if (generated > 0) print(`\n${renderTable(['generated', 'documents', 'with words lost'], lost)}`);
  const diagrams = list === null ? await askDiagrams(vision, signal) : [];
  if (list === null) print(`\n${renderTable(['questions to diagrams', 'found', 'missed'], diagrams)}`);
  if (!asks) return { kinds: figures, generated: lost, diagrams };
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-documents-'));
  try {
    const asked = await askCases(kinds, folder, signal);
    print(`\n${asked.filter(({ faults }) => faults.length === 0).length} of ${asked.length} answers as expected`);
    print(wrongAnswers(asked));
    return { kinds: figures, generated: lost, diagrams, asked };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** Of each format: how many generated documents lost words, and the seeds of the first of them. */
async function countLost(count: number): Promise<string[][]> {
  const rows: string[][] = [];
  for (const file of count > 0 ? GENERATED_FILES : []) {
    const seeds: number[] = [];
    for (let seed = 1; seed <= count; seed += 1) if ((await lostWords(file, seed)).length > 0) seeds.push(seed);
    rows.push([file, `${count}`, [seeds.length, ...seeds.slice(0, 5).map((seed) => `seed ${seed}`)].join(', ')]);
  }
  return rows;
}

function faultsOf(figures: readonly KindFigures[]): string {
  const lines = figures.flatMap(({ kind, outcomes }) =>
    outcomes.flatMap(({ name, faults }) => faults.map((fault) => `${kind}, ${name}: ${fault}`)),
  );
  return lines.join('\n');
}

function wrongAnswers(asked: readonly AskedCase[]): string {
  return asked
    .filter(({ faults }) => faults.length > 0)
    .map(({ kind, name, faults, answer }) => `${kind}, ${name}: ${faults.join(', ')}: ${answer.slice(0, 400)}`)
    .join('\n');
}
