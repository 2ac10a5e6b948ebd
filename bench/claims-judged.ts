import { createEnvironment } from '@plumbline/contracts/settings/environment-reader';
// Measures how verification with a model judges statements: npm run eval:claims:judged -- [--rows <file>] [--help]
import { Command } from 'commander';
import { UsageError } from '../client/errors/failures.ts';
import { createReasoner } from '../workers/assembly/dependencies.ts';
import { readModel } from '../workers/config/services.ts';
import { readClaimFile } from './claims/claim-row.ts';
import { freeStatements } from './claims/free-statements.ts';
import { doctoredClaims, groupsOfRows, judgeGroups, type MeantStatement } from './claims/meant-statements.ts';
import { runEvaluationCommand } from './evaluation-command.ts';
import { createRandom } from './load/random.ts';

const { rows, sample, seed, json, verbose } = new Command('npm run eval:claims:judged --')
  .description(
    'Has the model of the environment (PLUMBLINE_MODEL, …) judge the statements in free words and the doctored claims of the project as verification does, and a sample of the rows of a file.',
  )
  .option('--rows <file>', 'one JSON object a line: claim, pageText, verdict')
  .option('--sample <n>', 'of the rows, true and false ones alike', Number, 60)
  .option('--seed <n>', 'for the sample', Number, 1)
  .option('--json <file>', 'writes every judgement there')
  .option('--verbose', 'lists what was judged wrong', false)
  .parse(process.argv)
  .opts<{ rows?: string; sample: number; seed: number; json?: string; verbose: boolean }>();

await runEvaluationCommand(json ?? null, async ({ print, signal }) => {
  const model = readModel(createEnvironment(process.env));
  if (model === null) throw new UsageError('no model: set PLUMBLINE_MODEL and OPENAI_BASE_URL');
  const reasoner = createReasoner(model);
  const sampled = rows === undefined ? [] : await sampleOf(rows);
  const judged = [
    ...(await judgeGroups('free words', freeStatements(), reasoner, signal)),
    ...(await judgeGroups('doctored', doctoredClaims(), reasoner, signal)),
    ...(await judgeGroups('rows', groupsOfRows(sampled), reasoner, signal)),
  ];
  print(render(judged));
  if (verbose) print(judged.filter(isWrong).map(describe).join('\n'));
  return { judged };
});

async function sampleOf(file: string) {
  const random = createRandom(seed);
  const drawn = (await readClaimFile(file)).map((row) => ({ row, place: random() }));
  const known = drawn.toSorted((one, other) => one.place - other.place).map(({ row }) => row);
  const of = (verdict: string) => known.filter((row) => row.verdict === verdict).slice(0, sample / 2);
  return [...of('supported'), ...of('unsupported')];
}

function isWrong({ fault, outcome }: MeantStatement): boolean {
  return (fault === null) === (outcome === 'refused');
}

function describe({ set, fault, text, outcome, reason }: MeantStatement): string {
  return `${set}, ${fault ?? 'true'}, ${outcome}: ${text}${reason === '' ? '' : ` (${reason})`}`;
}

function render(judged: readonly MeantStatement[]): string {
  const kinds = Map.groupBy(judged, ({ set, fault }) => `${set} | ${fault ?? 'true'}`);
  const lines = [...kinds].map(([name, own]) => {
    const count = (wanted: string): number => own.filter(({ outcome }) => outcome === wanted).length;
    return `${name} | ${own.length} | ${count('kept')} | ${count('unsure')} | ${count('refused')}`;
  });
  const right = judged.filter((one) => !isWrong(one)).length;
  const certain = judged.filter(({ fault, outcome }) => (fault === null) === (outcome === 'kept')).length;
  return [
    'set | statements | all | kept | marked unsure | refused',
    '---|---|---:|---:|---:|---:',
    ...lines,
    '',
    `right, where a marked statement counts as kept: ${right} of ${judged.length}`,
    `right, where only an unmarked one does: ${certain} of ${judged.length}`,
  ].join('\n');
}
