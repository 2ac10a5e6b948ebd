import type { Claim } from '@plumbline/contracts/evidence/claim';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { ResearchTask } from '@plumbline/contracts/evidence/research-plan';
import { createUntrustedTest } from '@plumbline/contracts/evidence/untrusted-findings';
import type { Citation, ReportDraft } from '@plumbline/contracts/report/report';
import { placeClaims } from '@plumbline/contracts/report/report-claims';
import type { Engine } from '@plumbline/contracts/research/accounting';
import { holdsUnsaid } from '@plumbline/quotes/quotes';
import { readableText } from '@plumbline/text/readable-text';
import type { ReportPhrases } from '../wording/report-phrases.ts';
import { excerptOf, markWords } from './passage-parts.ts';
import type { CitedSources, Computation, DocumentClaim, DocumentPiece } from './report-document.ts';
import { type CitedSource, type Citing, createSourceFacts } from './sources.ts';

export interface CitedContent {
  readonly findings: readonly Finding[];
  /** The documents that the findings are from. */
  readonly sources: readonly CitedSource[];
  readonly phrases: ReportPhrases;
  /** Whose claims are numbered in its order; absent: they need no numbers. */
  readonly draft?: ReportDraft;
  /** Where there are several, passages stand below the one that found them. */
  readonly tasks?: readonly Pick<ResearchTask, 'taskId' | 'text'>[];
  /** Who wrote the claims; a model's text says itself what it concludes, and gets no marks. Absent: the rules. */
  readonly engine?: Engine;
}

/** Gives claims their citations. */
export interface CitedClaims {
  readonly read: (claim: Claim) => DocumentClaim;
  readonly cite: Citing['cite'];
  readonly isUntrusted: (claim: Claim) => boolean;
  /** The text of the task whose search found it; empty where there is only one. */
  readonly taskOf: (claim: Claim) => string;
  /** With what has been cited so far. */
  readonly sources: () => CitedSources;
}

export function createCitedClaims(
  { findings, sources, phrases, draft, tasks = [], engine = 'offline' }: CitedContent,
  citing: Citing,
): CitedClaims {
  const isUntrusted = createUntrustedTest(findings);
  // By identity: the same words can stand in two parts.
  const places = new Map(draft === undefined ? [] : placeClaims(draft).map(({ claim, number }) => [claim, number]));
  const found = new Map(findings.flatMap((finding) => finding.quotes.map(({ key }) => [key, finding] as const)));
  const computations = createComputations(phrases);
  const facts = { phrases, detailOf: citing.detailOf, ...createSourceFacts(findings, sources) };
  const read = (claim: Claim): DocumentClaim => {
    const citations = citing.cite(claim.citations);
    const isPassage = claim.isPassage === true;
    return {
      number: places.get(claim) ?? 1,
      text: claim.text,
      citations,
      excerpt: null,
      pieces: piecesOf(claim, citations, citing),
      ...(isPassage && passageParts(claim, found.get(claim.citations[0] ?? ''), citations)),
      computation: computations.of(claim, citations),
      ...standingOf(claim, engine, phrases),
      isPassage,
      isUntrusted: isUntrusted(claim),
      leavesOutUnsaid: citations.some((citation) => holdsUnsaid(citation, isPassage)),
    };
  };
  return {
    read,
    cite: citing.cite,
    isUntrusted,
    taskOf: ({ citations: [key = ''] }) => taskOf(found.get(key), tasks),
    sources: () => ({
      citations: citing.citations(),
      registered: citing.entries(),
      computations: computations.all(),
      locators: [...new Set(findings.map(({ locator }) => locator))],
      facts,
    }),
  };
}

function taskOf(finding: Finding | undefined, tasks: readonly Pick<ResearchTask, 'taskId' | 'text'>[]): string {
  return tasks.length < 2 ? '' : (tasks.find(({ taskId }) => taskId === finding?.taskId)?.text ?? '');
}

/** How far a claim is supported, and in whose words. */
function standingOf(
  { quotedLanguage, isUnverified, isEntailed, isInference }: Claim,
  engine: Engine,
  phrases: ReportPhrases,
) {
  const isOfRules = engine === 'offline';
  return {
    quotedLanguage: quotedLanguage ?? null,
    isUnverified: isUnverified === true,
    isDoubted: isUnverified === true && isOfRules,
    isEntailed: isEntailed === true,
    kind: isInference === true && isOfRules ? phrases.inference : null,
  };
}

/** Gives computations their letters in the order in which claims are read; the same one has one letter. */
function createComputations(phrases: ReportPhrases) {
  const known = new Map<string, Computation>();
  return {
    of(claim: Claim, citations: readonly Citation[]): Computation | null {
      const { derivation } = claim;
      if (derivation === undefined) return null;
      const words = phrases.computed(`${derivation.expression} = ${derivation.result}`);
      const computation = known.get(words) ?? { mark: letterOf(known.size), words, citations };
      known.set(words, computation);
      return computation;
    },
    all: (): Computation[] => [...known.values()],
  };
}

/** A passage with the words marked that were searched for, cited as a whole at its end, and the part around what matches best. */
function passageParts(
  { text, citations: [key] }: Claim,
  finding: Finding | undefined,
  citations: readonly Citation[],
): Pick<DocumentClaim, 'pieces' | 'excerpt'> {
  const marked = markWords(text, finding?.relevanceReason ?? '');
  const quote = finding?.quotes.find((each) => each.key === key);
  return {
    pieces: marked.map((piece, index) => ({ ...piece, citations: index === marked.length - 1 ? citations : [] })),
    excerpt: quote === undefined ? null : excerptOf(text, readableText(quote.text)),
  };
}

/** One piece with all citations at its end, unless the claim has pieces that make up the text. */
function piecesOf(
  { text, pieces = [], citations: keys }: Claim,
  citations: readonly Citation[],
  { cite }: Pick<Citing, 'cite'>,
): DocumentPiece[] {
  if (pieces.map((piece) => piece.text).join('') !== text || text === '') return [{ text, isBold: false, citations }];
  const read = pieces.map((piece): DocumentPiece => ({
    text: piece.text,
    isBold: piece.isBold === true,
    citations: cite(piece.citations.filter((key) => keys.includes(key))),
  }));
  const placed = new Set(read.flatMap((piece) => piece.citations.map(({ number }) => number)));
  const rest = citations.filter(({ number }) => !placed.has(number));
  return read.map((piece, index) =>
    index === read.length - 1 ? { ...piece, citations: [...piece.citations, ...rest] } : piece,
  );
}

/** a, b, …, z, aa, ab, … */
function letterOf(index: number): string {
  const letter = String.fromCodePoint(97 + (index % 26));
  return index < 26 ? letter : `${letterOf(Math.floor(index / 26) - 1)}${letter}`;
}
