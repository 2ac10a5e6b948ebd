import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { CITATION_KEY } from '@plumbline/contracts/evidence/citation-key';
import { type InjectionSignal, injectionSignalSchema } from '@plumbline/contracts/evidence/source';
import { memoised } from '@plumbline/text/text-memo';
import { hidesWords, tagWordsIn, withoutInvisibleCharacters } from '../text/normalised-text.ts';
import { INSTRUCTIONS } from './instruction-phrases.ts';

/** Runs that may be Base64, or its form for addresses. */
const BASE64_RUNS = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{40,4096}/g;

/** Imitations of our prompt's tags, citation keys and answers, and of the roles in a conversation with a model. */
const IMITATED_MARKUP: readonly RegExp[] = [
  /<\s*\/\s*(?:passage|anchor|finding|faults|clarification|answer_schema|sentences|conversation|gaps|draft)\s*>/,
  new RegExp(String.raw`[[(【]\s*${CITATION_KEY}\s*[\])】,;]`),
  /"(?:relevancereason|keyfindings|remaininggaps|knowledgegaps|refinedintent|keyclarifications)"\s*:/,
  /"scores"\s*:\s*\[\s*\{\s*"id"\s*:/,
  /<\|(?:im_start|im_end|system|user|assistant|eot_id|start_header_id|end_header_id|endoftext|begin_of_text)\|>/,
  /\[\/?inst\]|<<\/?sys>>|<(?:start|end)_of_turn>|"role"\s*:\s*"(?:system|developer)"/,
  /(?:^|[\n.>#*!?] ?)(?:system|developer|admin(?:istrator)?) (?:message|prompt|override|notice|instructions?)\s?:/,
];

/** Imitations of turns in a conversation with a model, or of tool results; each begins a line. */
const ROLES: readonly RegExp[] = [
  /^[\s*_>#|[(<-]{0,8}(?:system|user|human)[*_\]> ]{0,4}: ?[^\n]*\n\s*[\s*_>#|[(<-]{0,8}(?:assistant|ai|model|system)[*_\]> ]{0,4}:/m,
  /^[\s*_>#|[(<-]{0,8}(?:system|assistant|developer)[*_\]> ]{0,4}: ?(?:you (?:are|must|will|should)|from now on|ignore|disregard|override|the (?:user|correct|verified|assistant)|always|new (?:task|rule|instruction)|answer|respond|tell|i (?:have|must|will))/m,
  /^#{2,4} ?(?:instructions?|system|system prompt|response|assistant|user) ?:?\n+[^\n]+\n+#{2,4} ?(?:response|assistant|output) ?:?$/m,
  /^[\s*_>#|[(<-]{0,8}(?:tool|function|retriever|retrieval|search tool|plugin|fact[ -]?check(?:er)?|verifier)[ _-](?:outputs?|results?|responses?|messages?)[*_\]> ]{0,4}:/m,
  /^[\s*_>#|[(<-]{0,8}(?:final answer|action input)[*_\]> ]{0,4}:/m,
  /<\/?(?:system|assistant|tool_(?:result|response|output|call|use)s?|function_(?:result|response|output|call)s?|system[-_](?:reminder|prompt|message)|search_results?|retrieved_(?:documents?|context))>/,
];

const SHORTEST_BASE64_LINE = 60;
/** Base64, also broken into lines as in mail and certificates. */
const BASE64_LINES = /(?:[A-Za-z0-9+/]{60,76}\r?\n)+[A-Za-z0-9+/]{2,76}={0,2}/g;
const MAX_DECODED = 500;
/** The passages of many answers. */
const REMEMBERED_CHARACTERS = 1_000_000;
/**
 * Cyrillic and Greek letters that look like Latin ones, and (below) the letters they imitate; counted only next to
 * Latin ones.
 */
const HOMOGLYPHS = 'аеорсухіјѕԁһӏνοαικρ';
const LATIN = 'aeopcyxijsdhlvoaikp';
const AMONG_LATIN = /(?<=[a-z])[\u0370-\u03FF\u0400-\u052F]{1,3}|[\u0370-\u03FF\u0400-\u052F]{1,3}(?=[a-z])/g;

/**
 * Finds text in sources that addresses a program reading it, or tries to deceive one. A signal is not a verdict: a
 * manual for such programs uses the same words, and attackers can find others. Marked text is reported and ranks last
 * as an answer, but is never dropped.
 */
export function injectionSignalsIn(...texts: readonly string[]): InjectionSignal[] {
  const found = new Set(texts.flatMap((text) => signalsIn(text, '')));
  return injectionSignalSchema.options.filter((signal) => found.has(signal));
}

/** The orders themselves, normalized. */
export function ordersIn(text: string): string[] {
  const { readings, mayHold } = readingsOf(text);
  return readings.flatMap((reading) => {
    // Most are not held, and a pattern that finds all places has to be compiled.
    const held = INSTRUCTIONS.filter((pattern) => mayHold.has(pattern) && pattern.test(reading));
    return held.flatMap((pattern) => [...reading.matchAll(new RegExp(pattern, 'g'))].map(([order]) => order.trim()));
  });
}

/** Made at the first use: not every process looks for signals. */
let screen: ReturnType<typeof createScreening> | undefined;
const signalsIn = memoised(readSignals, REMEMBERED_CHARACTERS);

function readSignals(text: string): readonly InjectionSignal[] {
  const { readings, lines, mayHold } = readingsOf(text);
  const holds = (patterns: readonly RegExp[], of: readonly string[] = readings): boolean =>
    patterns.some((pattern) => mayHold.has(pattern) && of.some((reading) => pattern.test(reading)));
  return [
    ...(holds(INSTRUCTIONS) ? (['instructions'] as const) : []),
    ...(hidesWords(text) ? (['hidden-characters'] as const) : []),
    ...(holds(IMITATED_MARKUP) || holds(ROLES, [lines]) ? (['imitated-markup'] as const) : []),
  ];
}

interface Readings {
  /** As paragraphs, as one run of words across paragraphs and lists, and decoded. */
  readonly readings: readonly string[];
  /** In lower case, line by line. */
  readonly lines: string;
  /** The patterns that one of the texts may match. */
  readonly mayHold: ReadonlySet<RegExp>;
}

function readingsOf(text: string): Readings {
  const lines = lowerCase(text);
  const paragraphs = comparable(lines);
  const coded = [tagWordsIn(text), ...decodedParts(text)].filter((part) => part !== '');
  const decoded = coded.length === 0 ? [] : [comparable(lowerCase(coded.join('\n\n')))];
  screen ??= createScreening([...INSTRUCTIONS, ...IMITATED_MARKUP, ...ROLES]);
  const readings = [...new Set([paragraphs, inOneRun(paragraphs), ...decoded])];
  return { readings, lines, mayHold: screen([lines, ...decoded]) };
}

/** Single spaces, and paragraphs apart. */
function comparable(lines: string): string {
  return lines
    .replace(/^ {0,3}#{1,6} .*$/gm, '\n$&\n')
    .replace(/[^\S\n]{2,}|[^\S\n ]/g, ' ')
    .replace(/(?<!\n) ?\n ?(?!\n)/g, ' ');
}

/** In lower case, and without characters that hide or imitate others. */
function lowerCase(text: string): string {
  return withoutInvisibleCharacters(text)
    .replace(/&#(x[0-9a-f]{2,5}|\d{2,6});/gi, toCharacter)
    .normalize('NFKC')
    .toLowerCase()
    .replace(AMONG_LATIN, (letters) => letters.replace(/[^]/g, toLatin));
}

function toLatin(letter: string): string {
  return LATIN.charAt(HOMOGLYPHS.indexOf(letter)) || letter;
}

function toCharacter(entity: string, code: string): string {
  const point = code.startsWith('x') || code.startsWith('X') ? Number.parseInt(code.slice(1), 16) : Number(code);
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : entity;
}

/** Removes the markup of headings, lists, tables, emphasis and code, so that it cannot split an order. */
function inOneRun(paragraphs: string): string {
  return paragraphs
    .replace(/\n(?:[-+•]|\d{1,3}[.)]) /g, ' ')
    .replace(/ (?:[-+•]|\d{1,3}[.)]) /g, ' ')
    .replace(/[*_~`|#>]+/g, ' ')
    .replace(/\s+/g, ' ');
}

/** Decodes the parts that look like Base64 and are readable text. */
function decodedParts(text: string): string[] {
  const whole = text.match(BASE64_RUNS) ?? [];
  // Lines of Base64 are found as whole parts, too.
  const hasLines = whole.some(({ length }) => length >= SHORTEST_BASE64_LINE);
  const parts = [...whole, ...((hasLines ? text.match(BASE64_LINES) : null) ?? [])];
  return parts.slice(0, MAX_DECODED).flatMap((part) => {
    const decoded = Buffer.from(part, 'base64').toString('utf8');
    return decoded.includes('\uFFFD') ? [] : [decoded];
  });
}

/** Runs of letters, at least one of which every match contains. */
type Clause = readonly string[];

/** Shorter runs are in nearly every text. */
const SHORTEST = 3;

/**
 * @param patterns for text in lower case, without flags that change which letters they match
 * @returns picks those that any of some texts may match, by the letters that each match contains: looking for these takes a small
 * part of the time of matching
 */
function createScreening(patterns: readonly RegExp[]): (texts: readonly string[]) => ReadonlySet<RegExp> {
  const screened = patterns.map((pattern) => ({
    pattern,
    clauses: clausesOfAny(new RegExpParser().parsePattern(pattern.source).alternatives),
  }));
  const search = createSearch(new Set(screened.flatMap(({ clauses }) => clauses.flat())));
  return (texts) => {
    const found = search(texts);
    const isMet = (clause: Clause): boolean => clause.some((run) => found.has(run));
    return new Set(screened.flatMap(({ pattern, clauses }) => (clauses.every(isMet) ? [pattern] : [])));
  };
}

/** Finds in one pass which of some runs are in any of some texts, by their first three letters. */
function createSearch(runs: ReadonlySet<string>): (texts: readonly string[]) => ReadonlySet<string> {
  const beginning = Map.groupBy(runs, (run) => startAt(run, 0));
  return (texts) => {
    const [found, isSought] = [new Set<string>(), new Uint8Array(STARTS)];
    for (const start of beginning.keys()) isSought[start] = 1;
    for (const text of texts) {
      for (let at = 0; at < text.length; at += 1) {
        const start = startAt(text, at);
        if (isSought[start] === 0) continue;
        const missing = (beginning.get(start) ?? []).filter((run) => !found.has(run));
        for (const run of missing) if (text.startsWith(run, at)) found.add(run);
        if (missing.length === 0) isSought[start] = 0;
      }
    }
    return found;
  };
}

const STARTS = 2 ** 16;

/** A number of three characters; few of letters share one. */
function startAt(text: string, at: number): number {
  return ((text.charCodeAt(at) * 41 + text.charCodeAt(at + 1)) * 41 + text.charCodeAt(at + 2)) & (STARTS - 1);
}

function clausesOfAny(alternatives: readonly AST.Alternative[]): readonly Clause[] {
  const [first = [], ...others] = alternatives.map(({ elements }) => clausesOf(elements));
  if (others.length === 0) return first;
  const longest = [first, ...others].map((clauses) => clauses.toSorted((a, b) => shortestOf(b) - shortestOf(a))[0]);
  return longest.every((clause) => clause !== undefined) ? [longest.flat()] : [];
}

function shortestOf(clause: Clause): number {
  return Math.min(...clause.map(({ length }) => length));
}

function clausesOf(elements: readonly AST.Element[]): readonly Clause[] {
  const clauses: Clause[] = [];
  let run = '';
  for (const element of elements) {
    const character = element.type === 'Character' ? String.fromCodePoint(element.value) : '';
    if (/^\p{L}$/u.test(character)) run += character;
    else {
      clauses.push([run], ...clausesOfPart(element));
      run = '';
    }
  }
  return [...clauses, [run]].filter((clause) => shortestOf(clause) >= SHORTEST);
}

function clausesOfPart(element: AST.Element): readonly Clause[] {
  if (element.type === 'Group' || element.type === 'CapturingGroup') return clausesOfAny(element.alternatives);
  // Optional parts say nothing, and neither do character classes and what is looked for around a match.
  return element.type === 'Quantifier' && element.min > 0 ? clausesOf([element.element]) : [];
}
