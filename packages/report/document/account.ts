import { codeSpan } from '@plumbline/contracts/common/markdown-text';
import { SKIPPED_IN_ENGLISH, SKIPPED_IN_GERMAN, type SkippedFile } from '@plumbline/contracts/evidence/corpus';
import { nameLeftOut } from '@plumbline/contracts/evidence/left-out-phrases';
import { createUntrustedTest } from '@plumbline/contracts/evidence/untrusted-findings';
import { describeChanges } from '@plumbline/contracts/report/fork-phrases';
import { citedClaims, allClaims } from '@plumbline/contracts/report/report-claims';
import { trustOf } from '@plumbline/contracts/report/trust';
import { isOnTheWeb } from '@plumbline/contracts/research/retrieval-activities';
import { isWebAddress } from '@plumbline/web/addresses';
import { WHY_NOTHING_WAS_FOUND } from '../wording/diagnostic-phrases.ts';
import type { ReportPhrases } from '../wording/english-phrases.ts';
import { type Composing, listOf, part } from './answer-part.ts';
import { type ReportContent, type DocumentBlock, type DocumentPart, givenWords, words } from './report-document.ts';

/** How many of each kind are named. */
const MAX_EXAMPLES = 2;

/** The account follows the answer and must not outgrow it; the record has all details. */
const MAX_LINES = 12;
/** How many diagnostics and notes are shown; the rest are counted. */
const MAX_NAMED = 3;

/** How the report was made and how reliable it is: one line for each kind of fact, limits first. */
export function accountOf(content: ReportContent, phrases: ReportPhrases): string[] {
  const lines = [
    content.uselessRequests > 0 ? phrases.uselessModel(content.uselessRequests) : phrases.engine[content.engine],
    ...(phrases.borrowed === null || content.engine === 'offline' ? [] : [phrases.borrowed]),
    ...originLine(content, phrases),
    ...marksExplained(content, phrases),
    ...diagnosticLines(content, phrases),
    // Failures and checks are worded in English in every report.
    ...oneLine(
      content.degradations.map(({ step, cause, count }) => phrases.degraded(codeSpan(step), codeSpan(cause), count)),
      phrases,
    ),
    ...oneLine(content.quality.notes.map(codeSpan), phrases),
    ...shortfalls(content, phrases),
    ...checkLine(content, phrases),
    effortLine(content, phrases),
    ...retrievalLine(content, phrases),
    ...(content.ledger === null ? [] : phrases.spending(content.ledger)),
  ];
  if (lines.length <= MAX_LINES) return lines;
  const shown = lines.slice(0, MAX_LINES - 1);
  return [...shown, phrases.more(lines.length - shown.length)];
}

function originLine({ forkedFrom }: ReportContent, phrases: ReportPhrases): string[] {
  if (forkedFrom === null) return [];
  const changes = describeChanges(forkedFrom).map(codeSpan).join(', ');
  return [phrases.forked(codeSpan(forkedFrom.researchId), forkedFrom.from, changes)];
}

function marksExplained({ draft, findings }: ReportContent, phrases: ReportPhrases): string[] {
  const claims = citedClaims(draft);
  return [
    ...(claims.some(createUntrustedTest(findings)) ? [phrases.untrustedExplained] : []),
    ...(claims.some(({ isUnverified }) => isUnverified === true) ? [phrases.unverified] : []),
    ...(claims.some(({ isEntailed }) => isEntailed === true) ? [phrases.entailed] : []),
  ];
}

/** Leaves out what is shown elsewhere: why nothing was found beside the answer, drift below. */
function diagnosticLines({ draft, diagnostics }: ReportContent, phrases: ReportPhrases): string[] {
  const listed = diagnostics.filter(
    ({ code }) => code !== 'DRIFT' && (draft.summary.length > 0 || !WHY_NOTHING_WAS_FOUND.has(code)),
  );
  const lines = listed.map((diagnostic) => `${codeSpan(diagnostic.code)}: ${phrases.diagnostic(diagnostic)}`);
  return lines.length <= MAX_NAMED
    ? lines
    : [...lines.slice(0, MAX_NAMED - 1), phrases.more(lines.length - MAX_NAMED + 1)];
}

function oneLine(entries: readonly string[], phrases: ReportPhrases): string[] {
  if (entries.length === 0) return [];
  const shown = entries.slice(0, MAX_NAMED);
  const rest = entries.length - shown.length;
  return [[...shown, ...(rest > 0 ? [phrases.more(rest)] : [])].join('; ')];
}

function checkLine({ anchor, draft, quality, engine }: ReportContent, phrases: ReportPhrases): string[] {
  const { quotesChecked } = quality;
  const trust = trustOf({ ...draft, quality, stats: { engine } }, anchor);
  const statements = trust.confirmed + trust.unsure + trust.leftOut + trust.notJudged;
  const facts = [
    ...(quotesChecked > 0 ? [phrases.checked(quality)] : []),
    ...(engine === 'offline' && quotesChecked > 0 ? [phrases.quotationsOnly] : []),
    ...(statements > 0 ? [phrases.trust(trust)] : []),
  ];
  return facts.length === 0 ? [] : [`${phrases.checks}: ${facts.join('; ')}.`];
}

function effortLine({ tasks, usage }: ReportContent, phrases: ReportPhrases): string {
  const effort = phrases.effort(tasks.length, usage.searches, usage.pages);
  return usage.modelCalls > 0 ? `${effort} ${phrases.modelUse(usage.modelCalls, usage.modelTokens)}` : effort;
}

function retrievalLine({ retrieval, references, providers }: ReportContent, phrases: ReportPhrases): string[] {
  const failed = retrieval.providerErrors.map(({ provider, cause, count }) =>
    phrases.providerFailed(codeSpan(provider), codeSpan(cause), count),
  );
  const { resolved, followed } = references;
  const counts = [
    phrases.retrieval(retrieval.counts),
    ...(resolved === 0 ? [] : [phrases.references({ resolved, followed })]),
  ];
  const noted = retrieval.qualityNotes.filter((note) => providers.some((name) => note.startsWith(`${name}: `)));
  return [[...counts, ...oneLine(failed, phrases), ...oneLine(noted.map(codeSpan), phrases)].join(' ')];
}

/**
 * What the run found and did not use, or could not find: at most one line for each of seven kinds, with the most telling
 * examples. The record lists all of them, and so does the page.
 */
function shortfalls(content: ReportContent, phrases: ReportPhrases): string[] {
  return [
    ...driftLine(content, phrases),
    ...droppedLine(content, phrases),
    ...refusedLine(content, phrases),
    ...unresolvedLine(content, phrases),
    ...unreadableLine(content, phrases),
    ...partlyReadLine(content, phrases),
    ...leftOutLine(content),
  ];
}

function driftLine({ diagnostics }: ReportContent, phrases: ReportPhrases): string[] {
  const tiers = diagnostics.flatMap((diagnostic) => (diagnostic.code === 'DRIFT' ? [diagnostic] : []));
  return tiers.length === 0 ? [] : [`${codeSpan('DRIFT')}: ${phrases.drift(tiers.map(phrases.tierDrift).join('; '))}`];
}

/** The first are those that were nearest to being kept. */
function droppedLine({ drift }: ReportContent, phrases: ReportPhrases): string[] {
  const count = (drift?.tiers ?? []).reduce((sum, { total, kept }) => sum + total - kept, 0);
  const nearest = byScore(drift?.dropped ?? [], ({ finalRelevance }) => finalRelevance);
  const places = nearest.map(
    ({ locator, headingPath, finalRelevance }) =>
      `${codeSpan([locator, ...headingPath.slice(-1)].join(' › '))}${scoreOf(finalRelevance)}`,
  );
  return count === 0 ? [] : [phrases.droppedFindings(count, examples(places, count, phrases))];
}

/** The same for targets of references. */
function refusedLine({ references }: ReportContent, phrases: ReportPhrases): string[] {
  const { refused, refusedCount } = references;
  const places = byScore(refused, ({ score }) => score).map(
    ({ reference, score }) => `${codeSpan(reference)}${scoreOf(score)}`,
  );
  return refusedCount === 0 ? [] : [phrases.refusedReferences(refusedCount, examples(places, refusedCount, phrases))];
}

/** Links to the web that were simply not followed leave nothing open. */
function unresolvedLine({ references }: ReportContent, phrases: ReportPhrases): string[] {
  const open = references.unresolved.filter((entry) => !isOnTheWeb(entry));
  if (open.length === 0) return [];
  return [phrases.unresolvedReferences(open.length, examples(open.map(codeSpan), open.length, phrases))];
}

function unreadableLine({ skippedFiles, filesSkipped, anchor }: ReportContent, phrases: ReportPhrases): string[] {
  if (filesSkipped === 0) return [];
  const files = skippedFiles.filter(({ locator }) => !isWebAddress(locator));
  const say = files.some(({ isPartial }) => isPartial) ? phrases.partlyReadFiles : phrases.unreadableFiles;
  return [say(filesSkipped, examples(files.map(nameUnread(anchor.language)), filesSkipped, phrases))];
}

function partlyReadLine({ skippedFiles, anchor }: ReportContent, phrases: ReportPhrases): string[] {
  const pages = skippedFiles.filter(({ locator }) => isWebAddress(locator));
  if (pages.length === 0) return [];
  return [
    phrases.partlyReadPages(pages.length, examples(pages.map(nameUnread(anchor.language)), pages.length, phrases)),
  ];
}

function nameUnread(language: string): (file: SkippedFile) => string {
  const { reasonOf } = language === 'de' ? SKIPPED_IN_GERMAN : SKIPPED_IN_ENGLISH;
  return ({ locator, reason }) => `${codeSpan(locator)} (${reasonOf(reason)})`;
}

function leftOutLine({ anchor, leftOutFiles }: ReportContent): string[] {
  return leftOutFiles.length === 0 ? [] : [`${nameLeftOut(leftOutFiles, anchor.language, codeSpan)}.`];
}

/** @param total number of all entries, of which `entries` may hold only the first */
function examples(entries: readonly string[], total: number, phrases: ReportPhrases): string {
  const shown = [...new Set(entries)].slice(0, MAX_EXAMPLES);
  const isComplete = new Set(entries).size <= MAX_EXAMPLES && total <= entries.length;
  return [...shown, ...(isComplete ? [] : [phrases.rest])].join('; ');
}

function byScore<Scored>(entries: readonly Scored[], scoreOfEntry: (entry: Scored) => number | null): Scored[] {
  return entries.toSorted((a, b) => (scoreOfEntry(b) ?? -1) - (scoreOfEntry(a) ?? -1));
}

function scoreOf(score: number | null): string {
  return score === null ? '' : ` (${score.toFixed(2)})`;
}

/** What a reader of the report need not know and can ask for: what was refused, what is unsure, and how it came about. */
export function composeBehind(content: ReportContent, composing: Composing): DocumentPart[] {
  const { phrases } = composing;
  return [
    ...part('refused', phrases.refusedStatements, composeRefused(content, composing)),
    ...part('doubted', phrases.doubtedStatements, composeDoubted(content)),
    ...part('about', phrases.about, listOf(accountOf(content, phrases).map((text) => [words(text)]))),
  ];
}

/** What verification did not accept as a model had written it, why, and what became of it. */
function composeRefused({ quality }: ReportContent, { phrases }: Composing): DocumentBlock[] {
  return listOf(
    (quality.refused ?? []).map(({ text, reason, replacement }) => [
      givenWords(text),
      words(' — '),
      { ...givenWords(reason), style: 'italic' },
      words(` — ${replacement === undefined ? phrases.leftOut : phrases.mended(replacement.trim())}`),
    ]),
  );
}

/** A report of the rules marks these in its text. */
function composeDoubted({ draft, engine }: ReportContent): DocumentBlock[] {
  if (engine === 'offline') return [];
  const doubted = allClaims(draft).filter(({ isUnverified }) => isUnverified === true);
  return listOf(doubted.map(({ text }) => [givenWords(text)]));
}
