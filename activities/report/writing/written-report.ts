import { isRuledLanguage } from '@plumbline/contracts/common/language-codes';
import { findingIdIn } from '@plumbline/contracts/evidence/citation-key';
import type { Claim } from '@plumbline/contracts/evidence/claim';
import { type FixedWords, fixedWordsSchema } from '@plumbline/contracts/report/fixed-words';
import type { ReportSection } from '@plumbline/contracts/report/report';
import type { LookUp } from '@plumbline/contracts/report/report-activities';
import { BOLD_DEPTH, readParts, toClaim, type WrittenPart } from './written-blocks.ts';
import type { ResolveMark } from './written-marks.ts';

/** A report that a model wrote as Markdown. */
export interface WrittenReport {
  /** Null: it has none. */
  readonly title: string | null;
  /** What stands before the first section. */
  readonly answer: readonly Claim[];
  readonly sections: readonly ReportSection[];
  readonly limitations: readonly Claim[];
  /** What the reader may ask next. */
  readonly followUps: readonly string[];
  /** The findings of the items that it keeps; null: it says nothing of it. */
  readonly keptItems: readonly string[] | null;
  /** What its author would have looked up. */
  readonly lookUps: readonly LookUp[];
  /** Null: none was asked for, or none is usable. */
  readonly fixedWords: FixedWords | null;
  /** Addresses that no passage has; they are not cited. */
  readonly unknown: readonly string[];
}

/** The heading that prompts ask for, and what models make of it. */
const LIMITS = /^(?:limits?|limitations?)$/iu;
const NEXT = /^(?:next|next questions?|follow[- ]?ups?)$/iu;
const ENTRIES = /^entries$/iu;
const WORDS = /^#{1,6} *WORDS$/iu;
const LOOK_UP = /^look[- ]?ups?$/iu;
/** A first section of so few claims is the answer, where nothing stands before it. */
const MOST_ANSWERS = 6;
const SECTION_DEPTH = 2;

interface OpenSection {
  readonly heading: string | null;
  readonly isBelow: boolean;
  readonly claims: Claim[];
}

/** @param language ISO 639-1 code of the text */
export function readWrittenReport(markdown: string, language: string, resolve: ResolveMark): WrittenReport {
  const { text, fixedWords } = withoutWords(markdown, language);
  const { title, parts } = withoutTitle(readParts(text, language));
  const { sections, unknown } = divide(parts, resolve);
  const [opening, ...rest] = sections;
  const { answer, details } = answerFirst(
    opening?.claims ?? [],
    rest.filter((section) => ![LIMITS, NEXT, ENTRIES, LOOK_UP].some((name) => isNamed(section, name))),
  );
  const claimsOf = (name: RegExp) => rest.filter((section) => isNamed(section, name)).flatMap(({ claims }) => claims);
  const followUps = claimsOf(NEXT).map(({ text }) => text);
  const lookUps = claimsOf(LOOK_UP).map(({ text }) => toLookUp(text));
  const limitations = entryByEntry(claimsOf(LIMITS));
  const keptItems = keptIn(claimsOf(ENTRIES));
  return { title, answer, sections: named(details), limitations, followUps, keptItems, lookUps, fixedWords, unknown };
}

/** Without an address only “none” says which are kept. */
function keptIn(entries: readonly Claim[]): string[] | null {
  const kept = [...new Set(entries.flatMap(({ citations }) => citations.map(findingIdIn)))];
  return kept.length > 0 || entries.some(({ text }) => /^none\W*$/iu.test(text)) ? kept : null;
}

/** `words → heading`. */
function toLookUp(entry: string): LookUp {
  const [words = '', section = ''] = entry.split(/→|⇒|[-=]>/u);
  return { words: words.trim(), section: section.trim() };
}

/** The claims of one section; headings in it are left out, since its place in the report is decided elsewhere. */
export function readWrittenSection(
  markdown: string,
  language: string,
  resolve: ResolveMark,
): Pick<WrittenReport, 'unknown'> & { readonly claims: readonly Claim[] } {
  const blocks = readParts(markdown, language).flatMap((part) => (part.kind === 'claims' ? [part.claims] : []));
  const read = blocks.flatMap((claims, block) =>
    claims.map((claim) => toClaim({ ...claim, placement: { ...claim.placement, block } }, resolve)),
  );
  return { claims: read.map(({ claim }) => claim), unknown: read.flatMap(({ unknown }) => unknown) };
}

function withoutTitle(parts: readonly WrittenPart[]): { readonly title: string | null; readonly parts: WrittenPart[] } {
  const at = parts.findIndex(
    (part, index) => part.kind === 'heading' && (part.depth === 1 || isBoldTitle(part, index)),
  );
  const found = parts[at];
  const isFirst = parts.slice(0, Math.max(at, 0)).every(({ kind }) => kind === 'claims');
  if (found?.kind !== 'heading' || !isFirst) return { title: null, parts: [...parts] };
  return { title: found.text, parts: parts.toSpliced(at, 1) };
}

function isBoldTitle({ depth }: { readonly depth: number }, index: number): boolean {
  return depth === BOLD_DEPTH && index === 0;
}

/** What stands before the first heading comes first, without one. The highest headings that there are make sections. */
function divide(
  parts: readonly WrittenPart[],
  resolve: ResolveMark,
): { readonly sections: OpenSection[]; readonly unknown: string[] } {
  const depths = parts.flatMap((part) => (part.kind === 'heading' ? [part.depth] : []));
  const highest = Math.max(SECTION_DEPTH, Math.min(...depths));
  const sections: OpenSection[] = [{ heading: null, isBelow: false, claims: [] }];
  const unknown: string[] = [];
  for (const part of parts) {
    if (part.kind === 'heading') {
      sections.push({ heading: part.text, isBelow: part.depth > highest, claims: [] });
      continue;
    }
    const read = part.claims.map((claim) => toClaim(claim, resolve));
    sections.at(-1)?.claims.push(...read.map(({ claim }) => claim));
    unknown.push(...read.flatMap((one) => one.unknown));
  }
  return { sections, unknown };
}

function isNamed({ heading }: OpenSection, name: RegExp): boolean {
  return heading !== null && name.test(heading);
}

/** Where nothing stands before the sections, the first is the answer: all of it if it is short, or how it begins. */
function answerFirst(opening: readonly Claim[], sections: readonly OpenSection[]) {
  const [first, ...others] = sections;
  if (opening.length > 0 || first === undefined) return { answer: opening, details: sections };
  if (first.claims.length <= MOST_ANSWERS && others[0]?.isBelow !== true) {
    return { answer: first.claims, details: others };
  }
  const blocks = [...Map.groupBy(first.claims, ({ placement }) => placement?.block).values()];
  const [beginning = [], ...rest] = blocks;
  return { answer: beginning, details: [{ ...first, claims: rest.flat() }, ...others] };
}

/** A heading above headings alone is part of their names. */
function named(sections: readonly OpenSection[]): ReportSection[] {
  let above: string | null = null;
  return sections.flatMap(({ heading, isBelow, claims }): ReportSection[] => {
    if (!isBelow) above = claims.length === 0 ? heading : null;
    if (claims.length === 0) return [];
    const name = heading ?? '';
    if (isBelow && above !== null) return [{ heading: `${above}: ${name}`, claims }];
    return [{ heading: name, claims, ...(isBelow && { isSubsection: true as const }) }];
  });
}

/** One list: sentences of an entry stay together, everything else is an entry of its own. */
function entryByEntry(claims: readonly Claim[]): Claim[] {
  const keyOf = ({ placement }: Claim, index: number): string =>
    placement?.form === 'list' ? `${placement.block} ${placement.item}` : `alone ${index}`;
  const keys = claims.map(keyOf);
  let item = -1;
  return claims.map((claim, index): Claim => {
    if (keys[index] !== keys[index - 1]) item += 1;
    return { ...claim, placement: { form: 'list', block: 0, item } };
  });
}

/** A written report without the list of fixed words at its end, and the usable ones of them. */
export function withoutWords(
  markdown: string,
  language: string,
): { readonly text: string; readonly fixedWords: FixedWords | null } {
  const lines = markdown.split('\n');
  const start = lines.findIndex((line) => WORDS.test(line.trim()));
  if (start === -1) return { text: markdown, fixedWords: null };
  const length = lines.slice(start + 1).findIndex((line) => line.startsWith('#'));
  const list = lines.splice(start, length === -1 ? lines.length : length + 1);
  const given = isRuledLanguage(language) ? {} : Object.fromEntries(list.flatMap(readEntry));
  return { text: lines.join('\n'), fixedWords: Object.keys(given).length === 0 ? null : given };
}

function readEntry(line: string): [string, string][] {
  const [name = '', ...said] = line
    .trim()
    .replace(/^[-*] */u, '')
    .split('=');
  const [key, words] = [name.trim(), said.join('=').trim()];
  return fixedWordsSchema.safeParse({ [key]: words }).success ? [[key, words]] : [];
}
