import type { Claim } from '@plumbline/contracts/evidence/claim';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { ResearchTask } from '@plumbline/contracts/evidence/research-plan';
import { createUntrustedTest } from '@plumbline/contracts/evidence/untrusted-findings';
import type { Citation, ReportDraft } from '@plumbline/contracts/report/report';
import { placeClaims } from '@plumbline/contracts/report/report-claims';
import type { Engine } from '@plumbline/contracts/research/accounting';
import { detectLanguage } from '@plumbline/language/detection';
import { splitSentences } from '@plumbline/language/sentences';
import { analyzeTerms, contentTerms, termMatchWeight } from '@plumbline/language/terms';
import { holdsUnsaid } from '@plumbline/quotes/quotes';
import { readableText } from '@plumbline/text/readable-text';
import type { ReportPhrases } from '../wording/english-phrases.ts';
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
  { quotedLanguage, isUnverified, isEntailed, isInference, notJudged }: Claim,
  engine: Engine,
  phrases: ReportPhrases,
) {
  const isOfRules = engine === 'offline';
  return {
    quotedLanguage: quotedLanguage ?? null,
    isUnverified: isUnverified === true,
    isDoubted: isUnverified === true && isOfRules,
    isEntailed: isEntailed === true,
    notJudged: notJudged === true,
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

/** Offsets into a text, `end` exclusive. */
interface Span {
  readonly start: number;
  readonly end: number;
}

interface MarkedPiece {
  readonly text: string;
  /** It is a word that was searched for. */
  readonly isBold: boolean;
}

/** Shown of a passage until its reader wants all of it, in characters: two or three sentences. */
const LONGEST_EXCERPT = 320;

/** A passage with the words marked that were searched for, as every search marks them: in any inflection, never within code. */
export function markWords(text: string, searched: string): MarkedPiece[] {
  const language = detectLanguage(text);
  const stems = contentTerms(searched, language).map(({ stem }) => stem);
  const isSearched = (stem: string) => stems.some((one) => termMatchWeight(one, stem, language) > 0);
  const pieces: MarkedPiece[] = [];
  let [end, read, isInCode] = [0, 0, false];
  for (const { start, end: endOfWord, stem } of analyzeTerms(text, language)) {
    for (; read < start; read++) if (text[read] === '`') isInCode = !isInCode;
    if (start < end || isInCode || !isSearched(stem)) continue;
    if (start > end) pieces.push({ text: text.slice(end, start), isBold: false });
    pieces.push({ text: text.slice(start, endOfWord), isBold: true });
    end = endOfWord;
  }
  if (end < text.length || pieces.length === 0) pieces.push({ text: text.slice(end), isBold: false });
  return pieces;
}

/**
 * The part of a long passage around the words that match best: whole lines, which are rows, entries and lines of code, and of a long
 * paragraph whole sentences.
 *
 * @param matching where the text does not hold these words, its beginning is shown
 * @returns null: the passage is short
 */
export function excerptOf(text: string, matching: string): Span | null {
  if (text.length <= LONGEST_EXCERPT) return null;
  const found = placeOf(text, matching);
  const lines = spansOf(text, /[^\n]+/g);
  const unit = lines.filter((line) => overlaps(line, found)).reduce(union, found);
  if (unit.end - unit.start <= LONGEST_EXCERPT) return widen(unit, lines);
  const sentences = splitSentences(text, detectLanguage(text));
  return widen(sentences.filter((sentence) => overlaps(sentence, found)).reduce(union, found), sentences);
}

/** Words may go on in another line, where a bullet may stand before them. */
function placeOf(text: string, words: string): Span {
  const parts = words
    .trim()
    .split(/\s+/)
    .map((word) => RegExp.escape(word));
  const match = new RegExp(parts.join(String.raw`\s+(?:• )?`), 'u').exec(text);
  return match === null || match[0] === ''
    ? { start: 0, end: 1 }
    : { start: match.index, end: match.index + match[0].length };
}

/** Adds what precedes and what follows by turns, as long as it fits. */
function widen(unit: Span, around: readonly Span[], isBefore = true): Span {
  const previous = around.findLast(({ end }) => end <= unit.start);
  const next = around.find(({ start }) => start >= unit.end);
  const wider = (isBefore ? [previous, next] : [next, previous])
    .flatMap((neighbour) => (neighbour === undefined ? [] : union(unit, neighbour)))
    .find(({ start, end }) => end - start <= LONGEST_EXCERPT);
  return wider === undefined ? unit : widen(wider, around, !isBefore);
}

function spansOf(text: string, pattern: RegExp): Span[] {
  return [...text.matchAll(pattern)].map(({ index, 0: part }) => ({ start: index, end: index + part.length }));
}

function overlaps(first: Span, second: Span): boolean {
  return first.start < second.end && second.start < first.end;
}

function union(first: Span, second: Span): Span {
  return { start: Math.min(first.start, second.start), end: Math.max(first.end, second.end) };
}
