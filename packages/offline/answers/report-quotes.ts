import { isRuledLanguage } from '@plumbline/contracts/common/language-codes';
import type { Claim } from '@plumbline/contracts/evidence/claim';
import { placeOf } from '@plumbline/contracts/evidence/source';
import type { TaskCertainty } from '@plumbline/contracts/report/report';
import { withoutNearDuplicates } from '@plumbline/language/copies';
import { isForeign } from '@plumbline/language/detection';
import { injectionSignalsIn } from '@plumbline/language/injection';
import { languageOf } from '@plumbline/language/languages';
import { unmentionedNames } from '@plumbline/language/questions';
import { createPauses } from '@plumbline/text/pauses';
import { readableText } from '@plumbline/text/readable-text';
import { remembered, rememberedForBoth } from '@plumbline/text/text-memo';
import type { EvidenceScore, ReadableFinding, SourcedFinding } from './evidence-reading.ts';
import { evidenceOfTasks, type TaskEvidence, type TaskNeed } from './task-evidence.ts';

/** In letters; shorter words hardly name anything. */
const SHORTEST_MISSED = 4;

/** A quote that a report states or shows. */
export type StatedQuote = Pick<EvidenceScore, 'key' | 'text' | 'statement' | 'unit' | 'findingId'>;

/** The parts of a report as quotes. */
export interface ReportQuotes {
  /** Statements that are certain enough to be the answer, one for a task. */
  readonly stated: readonly StatedQuote[];
  /** By task, the passages that the search found first, unless all of one is stated. */
  readonly shown: readonly { readonly task: string; readonly passages: readonly StatedQuote[] }[];
  /** Each conflict has the statements of two or more sources. */
  readonly conflicts: readonly (readonly StatedQuote[])[];
  /** Texts of tasks for which nothing was found. */
  readonly unanswered: readonly string[];
  /** What the tasks name and no shown passage has. */
  readonly uncovered: readonly string[];
  readonly certainties: readonly TaskCertainty[];
}

/** Whether two texts in a language contradict each other; handed in, because verification reads quotes as this engine does. */
type Contradict = (first: string, second: string, language: string) => boolean;

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

/**
 * The same report where no document bears the name of a work that the question names: it may be there under another name,
 * so that its statements are shown as passages, and what is missing is said.
 */
export function withoutWorks(report: ReportQuotes, works: readonly string[]): ReportQuotes {
  const { stated, shown, uncovered } = report;
  if (works.length === 0) return report;
  const [first, ...others] = shown;
  const passages =
    stated.length === 0 || first === undefined
      ? shown
      : [{ ...first, passages: [...stated, ...first.passages] }, ...others];
  return { ...report, stated: [], shown: passages, uncovered: [...new Set([...uncovered, ...works])] };
}

/** What was selected from the same lists is not selected again: a draft is written, settled and judged by it. */
export function selectReportQuotes(
  tasks: readonly TaskNeed[],
  findings: readonly SourcedFinding[],
  language: string,
  contradict: Contradict,
): Promise<ReportQuotes> {
  const known = selectionsOf(tasks, findings);
  const selected = known.get(language) ?? selectQuotes(tasks, findings, language, contradict);
  known.set(language, selected);
  return selected;
}

const selectionsOf = rememberedForBoth<
  readonly TaskNeed[],
  readonly SourcedFinding[],
  Map<string, Promise<ReportQuotes>>
>(() => new Map());

async function selectQuotes(
  tasks: readonly TaskNeed[],
  given: readonly SourcedFinding[],
  language: string,
  contradict: Contradict,
): Promise<ReportQuotes> {
  const findings = given.map(withoutOrders);
  const evidence = evidenceOfTasks(tasks, findings, language);
  const stated = evidence.flatMap((one) => one.stated ?? []);
  // Around what is stated may be what limits it.
  const isShown = ({ unit }: EvidenceScore) => !stated.some(({ statement }) => statement === unit);
  return {
    stated,
    shown: evidence
      .map(({ task, passages }) => ({ task: task.text, passages: passages.filter(isShown) }))
      .filter(({ passages }) => passages.length > 0),
    conflicts: await conflictsOf(
      evidence.flatMap(({ candidates }) => candidates),
      findings,
      contradict,
    ),
    unanswered: evidence.filter(({ found }) => found.length === 0).map(({ task }) => task.text),
    // The words of other languages that only ask cannot be told from those that name.
    uncovered: isRuledLanguage(language) ? uncoveredWords(evidence, findings, language) : [],
    certainties: evidence.map(({ certainty }) => certainty),
  };
}

/** Drops quotes that give orders from an untrusted finding, if other quotes remain. */
const withoutOrders = remembered((finding: SourcedFinding): SourcedFinding => {
  if (!finding.isUntrusted) return finding;
  const quotes = finding.quotes.filter(({ text }) => injectionSignalsIn(text).length === 0);
  return quotes.length === 0 ? finding : { ...finding, quotes };
});

/** What the tasks name and no shown passage mentions, whatever part of it is shown. */
function uncoveredWords(
  evidence: readonly TaskEvidence[],
  findings: readonly SourcedFinding[],
  language: string,
): string[] {
  const ids = new Set(evidence.flatMap(({ passages }) => passages.map(({ findingId }) => findingId)));
  const shown = findings.filter(({ findingId }) => ids.has(findingId));
  // Of passages in another language none can have them.
  if (shown.every((finding) => isForeignFinding(finding, language))) return [];
  const answered = evidence.filter(({ found }) => found.length > 0);
  return [...new Set(answered.flatMap(({ task }) => missedWords(task, shown, language)))];
}

/**
 * The words of a question that a reader misses in passages: its names, and words that no document has. The first word
 * may only ask ("Compare"), and where nouns have a capital letter, what has none names nothing.
 */
export function missedWords(
  { text, need }: TaskNeed,
  passages: readonly ReadableFinding[],
  language: string,
): readonly string[] {
  const texts = passages.map((finding) => `${placeOf(finding)}\n${finding.surroundings}`);
  const names = unmentionedNames(text, texts, language);
  if (languageOf(language).capitalisesNouns === true) return names;
  const unknown = need.terms.filter(({ word, isKnown }) => isKnown === false && word.length >= SHORTEST_MISSED);
  const others = unknown.map(({ word }) => word).filter((word) => !text.trim().startsWith(word));
  return [...names, ...others.filter((word) => !names.some((name) => name.includes(word)))];
}

/** Groups statements of different sources that might answer and contradict each other. */
async function conflictsOf(
  candidates: readonly EvidenceScore[],
  findings: readonly SourcedFinding[],
  contradict: Contradict,
): Promise<StatedQuote[][]> {
  const sources = new Map(findings.map(({ findingId, sourceId }) => [findingId, sourceId]));
  const taken = new Set<string>();
  const pause = createPauses();
  const conflicts: StatedQuote[][] = [];
  for (const entry of candidates) {
    await pause();
    const words = readableText(entry.text);
    const opposed = candidates.filter(
      ({ key, findingId, text }) =>
        !taken.has(key) &&
        sources.get(findingId) !== sources.get(entry.findingId) &&
        contradict(words, readableText(text), entry.language),
    );
    // Two formats of one document do not outweigh another source.
    const rivals = withoutNearDuplicates(opposed, ({ language }) => language);
    if (rivals.length === 0 || taken.has(entry.key)) continue;
    for (const { key } of [entry, ...rivals]) taken.add(key);
    conflicts.push([entry, ...rivals]);
  }
  return conflicts;
}
