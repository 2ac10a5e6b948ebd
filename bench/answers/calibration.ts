import type { ContextTier, Finding } from '@plumbline/contracts/evidence/finding';
import { researchSettingsSchema } from '@plumbline/contracts/research/research-request';
import type { StoredPassage } from '@plumbline/search/corpus-index';
import type { EvaluationWork } from './evaluation-run.ts';
import type { TierPrecision } from './evidence-scores.ts';
import { renderTable, showCount, showShare } from './figure-table.ts';
import { type AnchoredQuestion, createGrading, type Grading, isTangent } from './planted-tangents.ts';
import type { Question } from './question-file.ts';
import { type Count, countOf, meanOf, shareOf } from './share.ts';

const { driftThreshold } = researchSettingsSchema.parse({});

const showWithShare = (count: Count): string => `${showShare(shareOf(count))} (${showCount(count)})`;

const ROWS: readonly (readonly [name: string, show: (calibration: Calibration) => string, aim: string])[] = [
  ['expected passages that give a finding', ({ passagesRead }) => showWithShare(passagesRead), ''],
  ['planted tangents dropped', ({ plantedDropped }) => showWithShare(plantedDropped), '≥ 0.90'],
  ['the same passages read for the question, dropped', ({ tangentsDropped }) => showWithShare(tangentsDropped), ''],
  ['true findings lost', ({ trueLost }) => showWithShare(trueLost), '≤ 0.05'],
  ['finding relevance, true', ({ trueRelevance }) => showShare(trueRelevance), ''],
  ['finding relevance, tangent', ({ tangentRelevance }) => showShare(tangentRelevance), ''],
  ['final relevance, true', ({ trueFinalRelevance }) => showShare(trueFinalRelevance), ''],
  ['final relevance, planted', ({ plantedFinalRelevance }) => showShare(plantedFinalRelevance), ''],
  ['precision of tier 1', ({ precisionPerTier }) => showWithShare(precisionPerTier[1]), ''],
  ['precision of tier 2', ({ precisionPerTier }) => showWithShare(precisionPerTier[2]), ''],
  ['precision of tier 3', ({ precisionPerTier }) => showWithShare(precisionPerTier[3]), ''],
];

/** Grades and validates planted tangents; prints as it goes. @returns what the JSON holds */
export async function runCalibration({ index, questions, print, signal }: EvaluationWork): Promise<object> {
  const today = new Date().toISOString().slice(0, 10);
  const calibration = await calibrate(createGrading(index, today, signal), questions, (question, judged) => {
    const findings = judged.map(({ kind, finding, finalRelevance }) =>
      [
        `  ${kind.padEnd(7)}`,
        `relevance ${showShare(finding.relevance)} → ${showShare(finalRelevance)}`,
        `tier ${finding.contextTier}`,
        [finding.locator, finding.headingPath.at(-1)].join(' › '),
      ].join('  '),
    );
    print([`${question.id}  ${question.question}`, ...findings].join('\n'));
  });
  print(`\n${renderCalibrations(calibration)}`);
  return { calibration };
}

/** A finding with known relevance to the question. */
export interface JudgedFinding {
  /** Of the question, ISO 639-1. */
  readonly language: string;
  readonly finding: Finding;
  /**
   * From a passage of the answer (`true`), another question's finding (`planted`), or what the question's own task takes
   * from that other passage (`tangent`).
   */
  readonly kind: 'true' | 'planted' | 'tangent';
  readonly finalRelevance: number | null;
}

interface Calibration {
  /** Expected passages from which their own question's task takes anything. */
  readonly passagesRead: Count;
  /** Other questions' findings that validation drops. */
  readonly plantedDropped: Count;
  /** The same passages as read for this question. */
  readonly tangentsDropped: Count;
  readonly trueLost: Count;
  /** Mean finding relevance, 0..1, before validation. */
  readonly trueRelevance: number | null;
  readonly tangentRelevance: number | null;
  /** Mean relevance that validation gives. */
  readonly trueFinalRelevance: number | null;
  readonly plantedFinalRelevance: number | null;
  /** True findings among all that the question's own task takes from true and tangent passages. */
  readonly precisionPerTier: TierPrecision;
}

/** The findings of a question's own task from the passages that contain its answer. */
interface ReadQuestion {
  readonly asked: AnchoredQuestion;
  readonly own: readonly { readonly passage: StoredPassage; readonly finding: Finding | null }[];
}

/**
 * Plants irrelevant findings among the true ones and has the project validate them.
 *
 * @param onQuestion called after each question with expected passages
 * @returns over all questions, and over those of each language
 */
export async function calibrate(
  grading: Grading,
  questions: readonly Question[],
  onQuestion: (question: Question, judged: readonly JudgedFinding[]) => void,
): Promise<Record<string, Calibration>> {
  const nextId = createIds();
  const read: ReadQuestion[] = [];
  for (const question of questions.filter(({ unanswerable }) => !unanswerable)) {
    read.push(await readOwnPassages(grading, question, nextId));
  }
  const judged: JudgedFinding[] = [];
  for (const one of read) {
    const others = read.filter((other) => other !== one);
    const findings = await judge(grading, one, others, nextId);
    onQuestion(one.asked.question, findings);
    judged.push(...findings);
  }
  const summariseFor = (isMeant: (language: string) => boolean): Calibration => ({
    ...summariseJudged(judged.filter(({ language }) => isMeant(language))),
    passagesRead: countRead(read.filter(({ asked }) => isMeant(asked.question.language))),
  });
  const languages = new Set(read.map(({ asked }) => asked.question.language));
  const byLanguage = [...languages].map((name) => [name, summariseFor((language) => language === name)] as const);
  return { all: summariseFor(() => true), ...Object.fromEntries(byLanguage) };
}

function countRead(read: readonly ReadQuestion[]): Count {
  return countOf(
    read.flatMap(({ own }) => own),
    ({ finding }) => finding !== null,
  );
}

function createIds(): () => string {
  let issued = 0;
  return () => `t1f${++issued}`;
}

async function readOwnPassages(grading: Grading, question: Question, nextId: () => string): Promise<ReadQuestion> {
  const asked = await grading.anchorQuestion(question);
  const own = [];
  for (const passage of asked.passages) own.push({ passage, finding: await grading.extract(asked, passage, nextId()) });
  return { asked, own };
}

async function judge(
  grading: Grading,
  { asked, own }: ReadQuestion,
  others: readonly ReadQuestion[],
  nextId: () => string,
): Promise<JudgedFinding[]> {
  const findings: Omit<JudgedFinding, 'finalRelevance'>[] = [];
  const add = (kind: JudgedFinding['kind'], finding: Finding | null): void => {
    if (finding !== null) findings.push({ language: asked.question.language, finding, kind });
  };
  for (const { finding } of own) add('true', finding);
  const seen = new Set<string>();
  for (const { passage, finding } of others.flatMap((other) => other.own)) {
    const { passageId } = passage.passage;
    if (seen.has(passageId) || !isTangent(passage, asked.question)) continue;
    seen.add(passageId);
    add('planted', finding);
    add('tangent', await grading.extract(asked, passage, nextId()));
  }
  const relevances = await grading.validate(
    asked,
    findings.map(({ finding }) => finding),
  );
  return findings.map((entry, index) => ({ ...entry, finalRelevance: relevances[index] ?? null }));
}

export function summariseJudged(judged: readonly JudgedFinding[]): Omit<Calibration, 'passagesRead'> {
  const of = (kind: JudgedFinding['kind']) => judged.filter((entry) => entry.kind === kind);
  const relevance = (kind: JudgedFinding['kind']) => meanOf(of(kind).map(({ finding }) => finding.relevance));
  const finalRelevance = (kind: JudgedFinding['kind']) => meanOf(of(kind).map((entry) => entry.finalRelevance));
  const ownReading = [...of('true'), ...of('tangent')];
  const precision = (tier: ContextTier): Count =>
    countOf(
      ownReading.filter(({ finding }) => finding.contextTier === tier),
      ({ kind }) => kind === 'true',
    );
  return {
    plantedDropped: countOf(of('planted'), isDropped),
    tangentsDropped: countOf(of('tangent'), isDropped),
    trueLost: countOf(of('true'), isDropped),
    trueRelevance: relevance('true'),
    tangentRelevance: relevance('tangent'),
    trueFinalRelevance: finalRelevance('true'),
    plantedFinalRelevance: finalRelevance('planted'),
    precisionPerTier: { 1: precision(1), 2: precision(2), 3: precision(3) },
  };
}

function isDropped({ finalRelevance }: JudgedFinding): boolean {
  return finalRelevance === null || finalRelevance < driftThreshold;
}

/** One column for each calibration, in the given order. */
export function renderCalibrations(calibrations: Readonly<Record<string, Calibration>>): string {
  const rows = ROWS.map(([name, show, aim]) => [name, ...Object.values(calibrations).map(show), aim]);
  return renderTable(['figure', ...Object.keys(calibrations), 'aim'], rows);
}
