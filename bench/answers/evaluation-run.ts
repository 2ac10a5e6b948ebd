import { join } from 'node:path';
import { renderFigures, seconds, timed } from '../figure.ts';
import { comparable, overlapIn } from './comparable-text.ts';
import { type EvaluationWorld, type IndexedFolder, openWorld } from './evaluation-world.ts';
import { byLanguage, describeQuestion, type FigureBlock, summarise } from './figure-block.ts';
import { renderBlocks, renderQuestion } from './figure-table.ts';
import { countFunnel, listLosses, listUnquoted } from './funnel-figures.ts';
import { renderFunnel, renderLosses, renderUnquoted } from './funnel-table.ts';
import { inLanes } from './lanes.ts';
import type { AnswerOptions } from './options.ts';
import { type AskedQuestion, measureQuestion, type QuestionFigures } from './question-figures.ts';
import type { ExpectedPassage, Question, QuestionFolder } from './question-file.ts';
import { askQuestion, type SettingsChange } from './question-runs.ts';
import { keepReport } from './report-folder.ts';

/** The full project, and variants with one part switched off. */
const ABLATIONS: Readonly<Record<string, SettingsChange>> = {
  'no relevance threshold': { relevanceThreshold: 0 },
  'no follow-up rounds': { maxRounds: 0 },
  'no reference following': { referenceDepth: 0 },
  'no validation': { driftThreshold: 0 },
  'no task splitting': { maxTasks: 1 },
};

export interface EvaluationWork {
  readonly folder: QuestionFolder;
  readonly index: IndexedFolder;
  readonly questions: readonly Question[];
  readonly options: AnswerOptions;
  readonly print: (text: string) => void;
  readonly signal: AbortSignal;
}

/** Runs all questions, and again for each requested ablation; prints as it goes. @returns what the JSON holds */
export async function runEvaluation(work: EvaluationWork): Promise<object> {
  const { index, options, signal } = work;
  const world = await openWorld(index, options.endpoints, createPhasePrinter(), signal);
  try {
    const { ms, result: figures } = await timed(() => runVariant(work, world, 'as it is', {}));
    const [total, languages] = [summarise(figures), byLanguage(figures, summarise)];
    work.print(`\n${renderEffort(work, ms)}\n\n${renderBlocks({ all: total, ...languages })}`);
    const funnel = printFunnel(work, figures);
    const ablation = options.ablation ? await runAblations(work, world) : {};
    if (options.ablation) printAblations(work, { 'as it is': { total, byLanguage: languages }, ...ablation });
    const questions = figures.map(describeQuestion);
    return { total, byLanguage: languages, funnel, questions, ...(options.ablation && { ablation }) };
  } finally {
    await world.close();
  }
}

/** Where expected passages are lost on the way from search to report. @returns what the JSON holds */
function printFunnel({ print, options }: EvaluationWork, figures: readonly QuestionFigures[]): object {
  const [total, languages] = [countFunnel(figures), byLanguage(figures, countFunnel)];
  const [lost, unquoted] = [listLosses(figures), listUnquoted(figures)];
  print(`\n${renderFunnel({ all: total, ...languages })}\n\n${renderUnquoted(unquoted)}`);
  if (options.verbose) print(renderLosses(lost));
  return { total, byLanguage: languages, lost, unquoted };
}

/** Prints a repeated phase once. */
function createPhasePrinter(): (line: string) => void {
  let last = '';
  return (line) => {
    if (line !== last) process.stderr.write(`${line}\n`);
    last = line;
  };
}

interface VariantFigures {
  readonly total: FigureBlock;
  readonly byLanguage: Readonly<Record<string, FigureBlock>>;
}

async function runAblations(work: EvaluationWork, world: EvaluationWorld): Promise<Record<string, VariantFigures>> {
  const variants: Record<string, VariantFigures> = {};
  for (const [name, settings] of Object.entries(ABLATIONS)) {
    const figures = await runVariant(work, world, name, settings);
    variants[name] = { total: summarise(figures), byLanguage: byLanguage(figures, summarise) };
  }
  return variants;
}

async function runVariant(
  work: EvaluationWork,
  world: EvaluationWorld,
  name: string,
  settings: SettingsChange,
): Promise<QuestionFigures[]> {
  const { folder, index, questions, options, print, signal } = work;
  if (options.ablation) print(`\n${name}`);
  const onQuestion = async (figures: QuestionFigures, asked: AskedQuestion): Promise<void> => {
    print(renderQuestion(figures));
    if (options.reports === null) return;
    await keepReport(join(options.reports, name.replaceAll(' ', '-')), asked.question.id, asked.report);
  };
  return evaluate({ world, folder, index, questions, settings, concurrency: options.concurrency, signal, onQuestion });
}

function renderEffort({ index, questions, options }: EvaluationWork, ms: number): string {
  const indexing = `${seconds(index.indexMs)} to index ${index.sources.length} documents before`;
  const name = `${questions.length} questions, ${options.concurrency} at a time`;
  return renderFigures(
    [{ name, value: seconds(ms), baseline: indexing, aim: '' }],
    new Date().toISOString().slice(0, 10),
  );
}

function printAblations(
  { print, questions }: EvaluationWork,
  variants: Readonly<Record<string, VariantFigures>>,
): void {
  const columns = (pick: (variant: VariantFigures) => FigureBlock | undefined): Record<string, FigureBlock> =>
    Object.fromEntries(
      Object.entries(variants).flatMap(([name, variant]) => {
        const block = pick(variant);
        return block === undefined ? [] : [[name, block]];
      }),
    );
  print(
    `\nAll questions\n\n${renderBlocks(
      columns(({ total }) => total),
      false,
    )}`,
  );
  for (const language of new Set(questions.map((question) => question.language))) {
    print(
      `\nOnly ${language}\n\n${renderBlocks(
        columns(({ byLanguage }) => byLanguage[language]),
        false,
      )}`,
    );
  }
}

interface Evaluation {
  readonly world: EvaluationWorld;
  readonly folder: QuestionFolder;
  readonly index: Pick<IndexedFolder, 'sources' | 'corpusId' | 'stores'>;
  readonly questions: readonly Question[];
  readonly settings: SettingsChange;
  /** Runs at the same time. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** Called as soon as a question's report is measured. */
  onQuestion(figures: QuestionFigures, asked: AskedQuestion): Promise<void>;
}

/** Researches every question and measures its report. @returns in the order of the questions */
function evaluate(evaluation: Evaluation): Promise<QuestionFigures[]> {
  const { questions, concurrency } = evaluation;
  return inLanes(questions, concurrency, (question) => evaluateQuestion(evaluation, question));
}

async function evaluateQuestion(evaluation: Evaluation, question: Question): Promise<QuestionFigures> {
  const { world, folder, index, settings, signal } = evaluation;
  const isCrossLanguage = !isInItsLanguage(question, index);
  const expectedIds = await Promise.all(
    question.expect.map((expected) => findExpectedPassages(index, expected, folder.documents)),
  );
  const asked = { ...(await askQuestion(world, question, settings, signal)), isCrossLanguage, expectedIds };
  const figures = await measureQuestion(asked, folder.documents, world.blobs);
  await evaluation.onQuestion(figures, asked);
  return figures;
}

/** Whether a document that the question expects, or any where it expects none, is in the question's language. */
function isInItsLanguage({ expect, language }: Question, { sources }: Pick<IndexedFolder, 'sources'>): boolean {
  const expected = new Set(expect.map(({ file }) => file));
  return sources.some(
    (source) => (expected.size === 0 || expected.has(source.locator)) && source.language === language,
  );
}

/** Ids of the stored passages that hold half of the expected words or more, as a quotation has to. */
async function findExpectedPassages(
  { corpusId, stores: { corpus } }: Pick<IndexedFolder, 'corpusId' | 'stores'>,
  { file, phrase }: ExpectedPassage,
  documents: ReadonlyMap<string, string>,
): Promise<ReadonlySet<string>> {
  const passages = await corpus.passagesOf(corpusId, file);
  const stored = await corpus.readPassages(
    corpusId,
    passages.map(({ passageId }) => passageId),
  );
  const wanted = comparable(phrase);
  const document = documents.get(file) ?? '';
  const holding = [...stored.values()].filter(
    ({ text }) => overlapIn(document, comparable(text), wanted) >= wanted.length / 2,
  );
  return new Set(holding.map(({ passage }) => passage.passageId));
}
