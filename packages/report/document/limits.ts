import { codeSpan } from '@plumbline/contracts/common/markdown-text';
import { type Claim, entriesOf } from '@plumbline/contracts/evidence/claim';
import { nameLeftOut } from '@plumbline/contracts/evidence/left-out-phrases';
import type { ReportDraft } from '@plumbline/contracts/report/report';
import { citedClaims } from '@plumbline/contracts/report/report-claims';
import type { Gap } from '@plumbline/contracts/research/accounting';
import { contentTerms, tokensOf } from '@plumbline/language/terms';
import { wordSet } from '@plumbline/language/word-patterns';
import type { ReportPhrases } from '../wording/report-phrases.ts';
import type { Composing } from './answer-part.ts';
import {
  givenWords,
  type Inline,
  prose,
  type ReportContent,
  type Words,
  words,
  wordsAround,
} from './report-document.ts';

/** What keeps a part of the question from being answered; all else that failed is told behind the report. */
const TOLD: ReadonlySet<Gap['kind']> = new Set([
  'nothing-found',
  'search-failed',
  'task-failed',
  'limit-reached',
  'finished-early',
]);

const NEGATORS = wordSet(({ negators }) => negators);

/** A gap says the same as another sentence if that one has this share of its content words. */
const SAME_FROM = 0.75;
/** The author may name an assumption together with what follows from it. */
const SAME_ASSUMPTION_FROM = 2 / 3;

interface Limit {
  readonly text: string;
  readonly inlines: readonly Inline[];
}

/**
 * All that limits a report, in one list: what its author says, what stayed open, and what was assumed. Nothing stands
 * there twice, and nothing that the report answers.
 */
export function composeLimits(content: ReportContent, { phrases, claims }: Composing): (readonly Inline[])[] {
  const { draft, anchor } = content;
  const isSame = createComparison(anchor.language);
  const stated = entriesOf(draft.limitations).map((entry): Limit => ({
    text: entry.claims.map(({ text }) => text).join(' '),
    inlines: prose(entry.claims.map((claim) => claims.read(claim))),
  }));
  const open = [
    ...draft.remainingGaps.map((text) => limitOf([givenWords(text)])),
    ...openGaps(content).map((gap) => limitOf(sayGap(gap, phrases))),
  ];
  const cited = citedClaims(draft);
  const limits = [...stated];
  const isTold = (told: string, from: number): boolean =>
    limits.some(({ text }) => isSame(told, text, from) || isSame(text, told, from));
  for (const limit of open) {
    const isAnswered = cited.some((claim) => answers(claim, limit.text, isSame));
    if (!isTold(limit.text, SAME_FROM) && !isAnswered) limits.push(limit);
  }
  for (const text of anchor.assumptions) {
    const label = isSame(phrases.assumed, text) ? [] : [words(`${phrases.assumed}: `)];
    if (!isTold(text, SAME_ASSUMPTION_FROM)) limits.push({ text, inlines: [...label, givenWords(text)] });
  }
  const stoodIn = isByRule(draft) ? [[words(phrases.rulesStoodIn)]] : [];
  const unselected = content.leftOutFiles.filter(({ reason }) => reason === 'unmatched' || reason === 'excluded');
  const chosen = unselected.length === 0 ? [] : [[words(`${nameLeftOut(unselected, anchor.language, codeSpan)}.`)]];
  return [...limits.map(({ inlines }) => inlines), ...stoodIn, ...chosen];
}

/** Whether the rules wrote the text. */
function isByRule({ certainties }: Pick<ReportDraft, 'certainties'>): boolean {
  return certainties !== undefined;
}

function limitOf(inlines: readonly Words[]): Limit {
  return { text: inlines.map(({ text }) => text).join(''), inlines };
}

/** A gap in the words of a report; the message of a failure is shown as code. */
export function sayGap(gap: Gap, phrases: ReportPhrases): Words[] {
  // The cause of a reached limit is its value, not a message.
  const isMessage = gap.kind !== 'limit-reached' && gap.cause !== '';
  return isMessage ? wordsAround(gap.cause, (cause) => phrases.gap({ ...gap, cause })) : [givenWords(phrases.gap(gap))];
}

/** Without gaps of tasks whose findings the report cites. */
function openGaps({ gaps, draft, findings }: ReportContent): Gap[] {
  const cited = new Set(citedClaims(draft).flatMap(({ citations }) => citations));
  const answered = new Set(
    findings
      .filter(({ quotes }) => quotes.some(({ key }) => cited.has(key)))
      .flatMap(({ taskId, alsoServes = [] }) => [taskId, ...alsoServes]),
  );
  const isAnswered = ({ kind, taskId }: Gap): boolean =>
    kind === 'nothing-found' && taskId !== null && answered.has(taskId);
  return gaps.filter((gap) => TOLD.has(gap.kind) && !isAnswered(gap));
}

type Comparison = (part: string, whole: string, from?: number) => boolean;

/** Whether a text has the content words of another one. */
function createComparison(language: string): Comparison {
  const stemsOf = (text: string) => new Set(contentTerms(text, language).map(({ stem }) => stem));
  return (part, whole, from = SAME_FROM) => {
    const wanted = stemsOf(part);
    const said = stemsOf(whole);
    return wanted.size > 0 && [...wanted].filter((stem) => said.has(stem)).length >= from * wanted.size;
  };
}

/** A statement of absence says the gap; another one answers it if it has all of its words, unless the gap denies them. */
function answers({ text, absence }: Claim, gap: string, isSame: Comparison): boolean {
  if (absence !== undefined) return isSame(gap, text);
  return !isNegated(gap) && isSame(gap, text, 1);
}

function isNegated(text: string): boolean {
  return tokensOf(text).some((word) => NEGATORS.has(word.toLowerCase()));
}
