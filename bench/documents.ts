// Measures what becomes of the words of documents: npm run eval:documents -- [list.yaml] [--answers] [--help]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DOCUMENT_KINDS } from '../test/fixtures/document-kinds/index.ts';
import { askCases, type AskedCase } from './documents/asked-cases.ts';
import { readCaseFile } from './documents/case-file.ts';
import { type KindFigures, measureKinds, renderKinds } from './documents/kind-figures.ts';
import { parseOptions } from './documents/options.ts';
import { runEvaluationCommand } from './evaluation-command.ts';

const { list, asks, baseline, json } = parseOptions(process.argv);

await runEvaluationCommand(json, async ({ print, signal }) => {
  const kinds = list === null ? DOCUMENT_KINDS : await readCaseFile(list);
  const figures = await measureKinds(kinds, null);
  const before = baseline === null ? null : await measureKinds(kinds, baseline);
  print(renderKinds(figures, before));
  if (before !== null) print('In brackets: the other checkout.');
  print(faultsOf(figures));
  if (!asks) return { kinds: figures };
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-documents-'));
  try {
    const asked = await askCases(kinds, folder, signal);
    print(`\n${asked.filter(({ faults }) => faults.length === 0).length} of ${asked.length} answers as expected`);
    print(wrongAnswers(asked));
    return { kinds: figures, asked };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

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
