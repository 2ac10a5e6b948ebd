import { codeSpan } from '@plumbline/contracts/common/markdown-text';
import { type Claim, entriesOf } from '@plumbline/contracts/evidence/claim';
import { nameLeftOut } from '@plumbline/contracts/evidence/left-out-phrases';
import type { ReportDraft } from '@plumbline/contracts/report/report';
import { JUDGES } from '@plumbline/contracts/report/trust';
import type { Gap } from '@plumbline/contracts/research/accounting';
import type { ReportPhrases } from '../wording/english-phrases.ts';
import { phrasesFor } from '../wording/phrases-for.ts';
import { accountOf } from './account.ts';
import {
  composeNotJudged,
  composePassages,
  composeRefusal,
  composeStatements,
  type Composing,
  listOf,
  listOfClaims,
  part,
  sectionBlocks,
} from './answer-part.ts';
import { createCitedClaims } from './cited-claims.ts';
import {
  type DocumentBlock,
  type DocumentPart,
  boldWords,
  givenWords,
  prose,
  type ReportContent,
  type ReportDocument,
  type Words,
  words,
  wordsAround,
  type Inline,
} from './report-document.ts';
import type { Citing } from './sources.ts';

/** Composes a report in the anchor's language. Equal content always gives an equal document. */
export function composeReport(content: ReportContent, citing: Citing): ReportDocument {
  const { anchor, draft, engine } = content;
  const phrases = phrasesFor(anchor.language, draft.fixedWords);
  const claims = createCitedClaims({ ...content, phrases }, citing);
  const parts = composeParts(content, { phrases, claims }, engine === 'model');
  return { title: draft.title ?? anchor.originalQuestion, parts, ...claims.sources() };
}

/**
 * In the order in which citations get their numbers. A model's report has one list of limitations, and nothing of how it came about.
 * Only reports of earlier versions have an overview and conflicts.
 */
function composeParts(content: ReportContent, composing: Composing, isWritten: boolean): DocumentPart[] {
  const { draft, degradations } = content;
  const { phrases, claims } = composing;
  const limits = isWritten
    ? listOf(composeLimits(content, composing))
    : listOfClaims(draft.limitations.map(claims.read));
  const open = isWritten
    ? []
    : [
        ...part('unanswered', phrases.unanswered, listOf(unanswered(content, phrases))),
        ...part('assumptions', phrases.assumptions, listOf(clarifications(content, phrases))),
      ];
  return [
    ...(isWritten ? composeNotJudged(draft, phrases, degradations.find(({ step }) => JUDGES.has(step))?.cause) : []),
    ...composeAnswer(content, composing),
    ...part('overview', phrases.overview, composeOverview(content, composing)),
    ...composeSections(draft, composing),
    ...part('conflicts', phrases.conflicts, composeConflicts(draft, composing)),
    ...composeKeyFindings(content, composing),
    ...part('limitations', phrases.limitations, limits),
    ...open,
    ...composeSources(content, composing),
    ...(isWritten
      ? []
      : part('about', phrases.about, listOf(accountOf(content, phrases).map((text) => [words(text)])))),
  ];
}

/** Each section is a part; what belongs to it stands in it, below smaller headings. */
function composeSections({ sections }: Pick<ReportDraft, 'sections'>, { claims }: Composing): DocumentPart[] {
  const parts: { heading: string; blocks: DocumentBlock[] }[] = [];
  for (const { heading, claims: said, isSubsection } of sections) {
    const blocks = sectionBlocks(said, claims.read);
    const above = isSubsection === true && blocks.length > 0 ? parts.at(-1) : undefined;
    if (above === undefined) parts.push({ heading: heading.trim(), blocks });
    else above.blocks.push({ kind: 'heading', text: heading.trim() }, ...blocks);
  }
  return parts.flatMap(({ heading, blocks }) => part('details', heading, blocks));
}

function composeAnswer(content: ReportContent, composing: Composing): DocumentPart[] {
  const { phrases } = composing;
  if (content.draft.summary.length > 0) {
    return composeStatements(content, composing, (said) => layOut(said, composing));
  }
  const searched = phrases.searched(content.filesIndexed, content.providers, content.usage.searches);
  return part('answer', '', composeRefusal(content, composing, [searched]));
}

/** As they were written; statements without a place are paragraphs of their own. */
function layOut(said: readonly Claim[], { claims: { read } }: Composing): DocumentBlock[] {
  if (said.length === 0) return [];
  if (said.some(({ placement }) => placement !== undefined)) return sectionBlocks(said, read);
  return [{ kind: 'statements', claims: said.map(read) }];
}

function composeOverview({ draft }: ReportContent, { claims }: Composing): DocumentBlock[] {
  if (draft.overview.length === 0) return [];
  return [{ kind: 'paragraph', inlines: prose(draft.overview.map(claims.read)) }];
}

/** Each side of a conflict behind its source. */
function composeConflicts(
  { conflicts }: Pick<ReportDraft, 'conflicts'>,
  { phrases, claims }: Composing,
): DocumentBlock[] {
  return conflicts.flatMap((sides, index) => [
    { kind: 'label' as const, inlines: boldWords(phrases.conflict(index + 1)) },
    ...listOf(
      sides.map((side): Inline[] => {
        const claim = claims.read(side);
        const [citation] = claim.citations;
        return [...(citation === undefined ? [] : [{ kind: 'origin' as const, citation }]), { kind: 'claim', claim }];
      }),
    ),
  ]);
}

/** Statements, and below a heading of their own the passages beside the answer. */
function composeKeyFindings({ draft: { keyFindings } }: ReportContent, { phrases, claims }: Composing): DocumentPart[] {
  const statements = keyFindings.filter(({ isPassage }) => isPassage !== true);
  return [
    ...part('key-findings', phrases.keyFindings, listOfClaims(statements.map(claims.read))),
    ...composePassages(keyFindings, { phrases, claims }),
  ];
}

/** Each sentence once. */
function unanswered({ draft, gaps }: ReportContent, phrases: ReportPhrases): Words[][] {
  // The draft's own words about a task are enough; the gap would repeat them.
  const isReported = ({ kind, subject }: Gap): boolean =>
    kind === 'nothing-found' && draft.remainingGaps.some((text) => text.includes(subject));
  const described = gaps.filter((gap) => !isReported(gap)).map((gap) => sayGap(gap, phrases));
  const said = [...draft.remainingGaps.map((text) => [givenWords(text)]), ...described];
  return [...new Map(said.map((sentence) => [sentence.map(({ text }) => text).join(''), sentence])).values()];
}

/** What the user said or changed, and what was assumed. */
function clarifications({ anchor, conversation, steering }: ReportContent, phrases: ReportPhrases): Words[][] {
  const exchanges = conversation.map(({ question, answer, outcome }) => {
    const reply = answer ?? (outcome === 'timed-out' ? phrases.timedOut : phrases.skipped);
    return [givenWords(question), words(' — '), givenWords(reply)];
  });
  return [
    ...exchanges,
    ...anchor.assumptions.map((text) => [words(`${phrases.assumed}: `), givenWords(text)]),
    ...steering.map(({ at, effect }) => wordsAround(effect, (place) => phrases.steered(at, place))),
  ];
}

function composeSources({ shownSources }: ReportContent, { phrases, claims }: Composing): DocumentPart[] {
  const { citations, registered } = claims.sources();
  const isListed = citations.length > 0 || (shownSources === 'all' && registered.length > 0);
  return isListed ? part('sources', phrases.sources, [{ kind: 'sources' }]) : [];
}

/** What its author cannot know: what failed, and what ended the research. All else that stayed open it was shown. */
const TOLD: ReadonlySet<Gap['kind']> = new Set(['search-failed', 'task-failed', 'limit-reached', 'finished-early']);

/** All that limits a report, in one list: what its author says of what is open or assumed, and what failed. */
function composeLimits(content: ReportContent, { phrases, claims }: Composing): (readonly Inline[])[] {
  const { draft, anchor, gaps } = content;
  const stated = entriesOf(draft.limitations).map((entry) => prose(entry.claims.map((claim) => claims.read(claim))));
  const open = draft.remainingGaps.map((text) => [givenWords(text)]);
  const failed = gaps.filter(({ kind }) => TOLD.has(kind)).map((gap) => sayGap(gap, phrases));
  const isByRule = draft.summary.some(({ isPassage }) => isPassage === true);
  const stoodIn = !isByRule ? [] : [[words(phrases.rulesStoodIn)]];
  const unselected = content.leftOutFiles.filter(({ reason }) => reason === 'unmatched' || reason === 'excluded');
  const chosen = unselected.length === 0 ? [] : [[words(`${nameLeftOut(unselected, anchor.language, codeSpan)}.`)]];
  return [...stated, ...open, ...failed, ...stoodIn, ...chosen];
}

/** A gap in the words of a report; the message of a failure is shown as code. */
function sayGap(gap: Gap, phrases: ReportPhrases): Words[] {
  // The cause of a reached limit is its value, not a message.
  const isMessage = gap.kind !== 'limit-reached' && gap.cause !== '';
  return isMessage ? wordsAround(gap.cause, (cause) => phrases.gap({ ...gap, cause })) : [givenWords(phrases.gap(gap))];
}
