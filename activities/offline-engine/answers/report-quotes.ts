import type { Claim } from '../../../workflows/contracts/evidence/claim.ts';
import type { TaskCertainty } from '../../../workflows/contracts/report/report.ts';
import { injectionSignalsIn } from '../../language/injection/injection-signals.ts';
import { isForeign } from '../../language/text/language.ts';
import { createKnownTexts, withoutNearDuplicates } from '../../language/text/near-duplicate.ts';
import { createPauses } from '../../language/text/pauses.ts';
import { readableText } from '../../language/text/readable-text.ts';
import { remembered, rememberedForBoth } from '../../language/text/text-memo.ts';
import { type SelectedAnswers, selectAnswers } from './answer-selection.ts';
import { type EvidenceScore, type ReadableFinding, type SourcedFinding, trustedFirst } from './evidence-reading.ts';
import type { TaskNeed } from './task-answers.ts';

/** A task. Its id identifies its findings; a task without an id has none. */
export interface ReportTask extends TaskNeed {
  readonly taskId?: string | null;
}

/** Most unjudged passages shown for a task. */
const MOST_UNJUDGED = 3;
const MOST_NEAREST = 3;

/** A quote that a report states. */
export type StatedQuote = Pick<EvidenceScore, 'key' | 'text' | 'statement' | 'unit' | 'findingId'>;

/** The parts of a report as quotes, without repetition: each is stated once. */
export interface ReportQuotes {
  /** Statements that are certain enough to be the answer. */
  readonly answers: readonly StatedQuote[];
  /** The most relevant passages, by task, where no statement is certain. */
  readonly open: readonly { readonly task: string; readonly passages: readonly StatedQuote[] }[];
  /** Other top search hits, if there are answers. */
  readonly further: readonly StatedQuote[];
  readonly certainties: readonly TaskCertainty[];
  /** Other statements of the answering passages. */
  readonly overview: readonly StatedQuote[];
  readonly keyEvidence: readonly StatedQuote[];
  readonly byTask: readonly { readonly heading: string; readonly evidence: readonly StatedQuote[] }[];
  /** Each conflict has the statements of two or more sources. */
  readonly conflicts: readonly (readonly StatedQuote[])[];
  readonly unanswered: readonly string[];
  readonly uncovered: readonly string[];
  /** Unanswered tasks for which a search by meaning found something in another language, best evidence first. */
  readonly unjudged: readonly { readonly task: string; readonly evidence: readonly StatedQuote[] }[];
  /** The nearest statements, if nothing answers. */
  readonly nearest: readonly StatedQuote[];
}

/** Whether two texts in a language contradict each other; handed in, because verification reads quotes as this engine does. */
type Contradict = (first: string, second: string, language: string) => boolean;

interface ReportReading {
  /** Of the question, ISO 639-1. */
  readonly language: string;
  readonly contradict: Contradict;
}

type JudgedQuotes = Omit<ReportQuotes, 'unjudged'>;

/** Whether a finding's quotes are in another language than the report. */
export function isForeignFinding({ quotes }: Pick<ReadableFinding, 'quotes'>, language: string): boolean {
  return isForeign(quotes.map(({ text }) => text).join('\n'), language);
}

/** Marks statements whose words are a source's own, in another language than the report. */
export function createForeignLabel(findings: readonly ReadableFinding[], language: string) {
  const foreign = new Map(
    findings
      .filter((finding) => finding.unjudged === true || isForeignFinding(finding, language))
      .flatMap((finding) => finding.quotes.map(({ key }) => [key, finding])),
  );
  return (statement: Claim): Claim => {
    const finding = foreign.get(statement.citations[0] ?? '');
    if (finding === undefined) return statement;
    const quoted = { ...statement, quotedLanguage: finding.language };
    return finding.unjudged === true ? { ...quoted, unjudged: true } : quoted;
  };
}

/** The same report if the documents cannot hold an answer: what it stated is only the nearest. */
export function asRefused(report: ReportQuotes, tasks: readonly ReportTask[]): ReportQuotes {
  const { answers, open, nearest, unjudged, certainties } = report;
  return {
    answers: [],
    open: [],
    further: [],
    overview: [],
    keyEvidence: [],
    byTask: [],
    conflicts: [],
    uncovered: [],
    unanswered: tasks.map(({ text }) => text),
    nearest: [...answers, ...open.flatMap(({ passages }) => passages), ...nearest].slice(0, MOST_NEAREST),
    unjudged,
    certainties,
  };
}

/** What was selected from the same lists is not selected again: a draft is written, settled and judged by it. */
export function selectReportQuotes(
  tasks: readonly ReportTask[],
  given: readonly SourcedFinding[],
  language: string,
  contradict: Contradict,
): Promise<ReportQuotes> {
  const known = selectionsOf(tasks, given);
  const selected = known.get(language) ?? selectQuotes(tasks, given, { language, contradict });
  known.set(language, selected);
  return selected;
}

const selectionsOf = rememberedForBoth<
  readonly ReportTask[],
  readonly SourcedFinding[],
  Map<string, Promise<ReportQuotes>>
>(() => new Map());

/** Selects the quotes of a report, and adds by task the unjudged statements in another language. */
async function selectQuotes(
  tasks: readonly ReportTask[],
  given: readonly SourcedFinding[],
  reading: ReportReading,
): Promise<ReportQuotes> {
  const report = await selectTrusted(
    tasks,
    given.filter(({ unjudged }) => unjudged !== true),
    reading,
  );
  const open = tasks.filter(({ text }) => report.unanswered.includes(text));
  const unjudged = open.flatMap(({ taskId, text }) => {
    const found = given.filter((finding) => finding.unjudged === true && finding.taskId === taskId);
    const evidence = found.flatMap(({ findingId, quotes: [best] }) =>
      best === undefined ? [] : [{ ...best, findingId }],
    );
    return evidence.length === 0 ? [] : [{ task: text, evidence: evidence.slice(0, MOST_UNJUDGED) }];
  });
  return { ...report, unjudged };
}

/**
 * Selects the quotes of a report. If there are other passages, those that address a program neither answer nor
 * contradict: they come last, for the reader to judge.
 */
async function selectTrusted(
  tasks: readonly TaskNeed[],
  findings: readonly SourcedFinding[],
  reading: ReportReading,
): Promise<JudgedQuotes> {
  const trusted = trustedFirst(findings);
  const report = await selectInLanguage(tasks, trusted.map(withoutOrders), reading);
  if (trusted.length === findings.length) return report;
  const untrusted = findings.filter((finding) => !trusted.includes(finding));
  const { answers } = await selectInLanguage(tasks, untrusted.map(withoutOrders), reading);
  const said = createKnownTexts(statedIn(report).map(({ text }) => text));
  const further = answers.filter(({ text }) => !said.hasNear(text, reading.language));
  return { ...report, keyEvidence: [...report.keyEvidence, ...further] };
}

/** Drops quotes that give orders from an untrusted finding, if other quotes remain. */
const withoutOrders = remembered((finding: SourcedFinding): SourcedFinding => {
  if (!finding.isUntrusted) return finding;
  const quotes = finding.quotes.filter(({ text }) => injectionSignalsIn(text).length === 0);
  return quotes.length === 0 ? finding : { ...finding, quotes };
});

function statedIn({ answers, open, overview, keyEvidence, byTask, conflicts }: JudgedQuotes): StatedQuote[] {
  const passages = open.flatMap((task) => task.passages);
  const evidence = byTask.flatMap((task) => task.evidence);
  return [...answers, ...passages, ...overview, ...keyEvidence, ...evidence, ...conflicts.flat()];
}

/**
 * Selects the quotes of a report. Passages in another language than the question's may only answer tasks that those in
 * its language leave open, and only in the first tier: word comparison cannot tell whether a passage in another
 * language answers.
 */
async function selectInLanguage(
  tasks: readonly TaskNeed[],
  findings: readonly SourcedFinding[],
  { language, contradict }: ReportReading,
): Promise<JudgedQuotes> {
  const isOwn = (finding: SourcedFinding): boolean => !isForeignFinding(finding, language);
  const own = await selectAnswers(tasks, findings.filter(isOwn));
  const open = tasks.filter(({ text }) => own.unanswered.includes(text));
  const foreign = findings.filter((finding) => !isOwn(finding) && finding.contextTier === 1);
  if (open.length === 0 || foreign.length === 0) return toReport(own, findings, contradict);
  const added = await selectAnswers(open, foreign);
  const answers = [...own.answers, ...added.answers];
  const isShown = answers.length + own.open.length + added.open.length > 0;
  const joined = {
    answers,
    open: [...own.open, ...added.open],
    further: own.further,
    certainties: [
      ...own.certainties.filter(({ task }) => !open.some(({ text }) => text === task)),
      ...added.certainties,
    ],
    keyEvidence: [...own.keyEvidence, ...added.keyEvidence],
    byTask: [...own.byTask, ...added.byTask],
    unanswered: added.unanswered,
    uncovered: own.uncovered.filter((word) => !isAskedOf(answeredIn(open, added), word)),
    nearest: isShown ? [] : [...own.nearest, ...added.nearest],
  };
  return toReport(joined, findings, contradict);
}

/** The open tasks that quotes in another language answer. */
function answeredIn(open: readonly TaskNeed[], { unanswered }: SelectedAnswers): readonly TaskNeed[] {
  return open.filter(({ text }) => !unanswered.includes(text));
}

/** Whether a task asks for the word: quotes in another language answer it without containing the word. */
function isAskedOf(tasks: readonly TaskNeed[], word: string): boolean {
  return tasks.some(({ need }) => need.terms.some((term) => term.word === word));
}

async function toReport(
  selected: SelectedAnswers,
  findings: readonly SourcedFinding[],
  contradict: Contradict,
): Promise<JudgedQuotes> {
  const { answers, open, further, certainties, keyEvidence, byTask, unanswered, uncovered, nearest } = selected;
  const stated = [...answers, ...keyEvidence, ...byTask.flatMap(({ evidence }) => evidence)];
  const conflicts = await conflictsOf(stated, findings, contradict);
  const opposed = new Set(conflicts.flat().map(({ key }) => key));
  const unopposed = (evidence: readonly StatedQuote[]) => evidence.filter(({ key }) => !opposed.has(key));
  const answering = new Set(answers.map(({ findingId }) => findingId));
  return {
    answers,
    open,
    further,
    certainties,
    overview: unopposed(keyEvidence).filter(({ findingId }) => answering.has(findingId)),
    keyEvidence: unopposed(keyEvidence).filter(({ findingId }) => !answering.has(findingId)),
    byTask: byTask
      .map(({ heading, evidence }) => ({ heading, evidence: unopposed(evidence) }))
      .filter(({ evidence }) => evidence.length > 0),
    conflicts,
    unanswered,
    uncovered,
    nearest,
  };
}

/** Groups each stated quote with quotes of other sources that contradict it. */
async function conflictsOf(
  stated: readonly EvidenceScore[],
  findings: readonly SourcedFinding[],
  contradict: Contradict,
): Promise<StatedQuote[][]> {
  const quotes = findings.flatMap(({ findingId, sourceId, quotes: own }) =>
    own.map((quote) => ({ ...quote, findingId, sourceId, words: readableText(quote.text) })),
  );
  const sources = new Map(quotes.toReversed().map(({ key, sourceId }) => [key, sourceId]));
  const taken = new Set<string>();
  const pause = createPauses();
  const conflicts: StatedQuote[][] = [];
  for (const entry of stated) {
    await pause();
    const { key: own, language } = entry;
    const words = readableText(entry.text);
    const opposed = quotes.filter(
      ({ key, sourceId, words: other }) =>
        !taken.has(key) && sourceId !== sources.get(own) && contradict(words, other, language),
    );
    // Two formats of one document do not outweigh another source.
    const rivals = withoutNearDuplicates(opposed, () => language);
    if (rivals.length === 0 || taken.has(own)) continue;
    for (const { key } of [entry, ...rivals]) taken.add(key);
    conflicts.push([entry, ...rivals]);
  }
  return conflicts;
}
