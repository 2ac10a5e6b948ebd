import { type Claim, entriesOf, type Entry } from '@plumbline/contracts/evidence/claim';
import type { QueryAnchor } from '@plumbline/contracts/evidence/query-anchor';
import type { ReportDraft } from '@plumbline/contracts/report/report';
import { allClaims, citedClaims } from '@plumbline/contracts/report/report-claims';
import type { Diagnostic } from '@plumbline/contracts/research/diagnostic';
import type { ReportPhrases } from '../wording/english-phrases.ts';
import type { CitedClaims } from './cited-claims.ts';
import {
  type Cell,
  type DocumentBlock,
  type DocumentClaim,
  type DocumentPart,
  givenWords,
  type Inline,
  type ListItem,
  prose,
  words,
} from './report-document.ts';

/** What the answer of a report or of a conversation is composed from. */
export interface AnsweredContent {
  readonly anchor: Pick<QueryAnchor, 'language'>;
  readonly draft: ReportDraft;
  readonly diagnostics: readonly Diagnostic[];
}

/** What composes parts: fixed words, and claims with their citations. */
export interface Composing {
  readonly phrases: ReportPhrases;
  readonly claims: CitedClaims;
}

/** A part with its heading; none where there is nothing in it. */
export function part(name: DocumentPart['name'], heading: string, blocks: readonly DocumentBlock[]): DocumentPart[] {
  return blocks.length === 0 ? [] : [{ name, heading, blocks }];
}

/** Warns before the answer of statements that were not judged. @param cause in English */
export function composeNotJudged(
  draft: ReportDraft,
  phrases: ReportPhrases,
  cause: string | null = null,
): DocumentPart[] {
  const count = allClaims(draft).filter(({ notJudged }) => notJudged === true).length;
  return part('caution', '', count === 0 ? [] : [paragraph(phrases.notJudged(count, cause))]);
}

export function paragraph(text: string): DocumentBlock {
  return { kind: 'paragraph', inlines: [givenWords(text)] };
}

/** No block where there are no items. */
export function listOf(items: readonly (readonly Inline[])[]): DocumentBlock[] {
  return items.length === 0
    ? []
    : [{ kind: 'list', items: items.map((inlines) => ({ inlines, number: null, below: [] })) }];
}

export function listOfClaims(claims: readonly DocumentClaim[], kind: 'claim' | 'passage' = 'claim'): DocumentBlock[] {
  return listOf(claims.map((claim) => [{ kind, claim }]));
}

/**
 * The answer, and below a heading of their own the passages that a search found.
 *
 * @param layOut arranges the statements
 */
export function composeStatements(
  { draft, diagnostics }: Pick<AnsweredContent, 'draft' | 'diagnostics'>,
  { phrases, claims }: Composing,
  layOut: (statements: readonly Claim[]) => readonly DocumentBlock[],
): DocumentPart[] {
  const { summary } = draft;
  const statements = summary.filter(({ isPassage }) => isPassage !== true);
  return [
    ...part('answer', '', [
      ...(statements.some(claims.isUntrusted) ? [paragraph(phrases.onlyUntrusted)] : []),
      ...layOut(statements),
    ]),
    ...composePassages(
      summary,
      { phrases, claims },
      searchRemarks({ draft, diagnostics }, { phrases, claims }).map(paragraph),
    ),
  ];
}

/** What a search knows of its words: whether all were found, and which were not. */
export function searchRemarks(
  { draft: { summary, missingSubject }, diagnostics }: Pick<AnsweredContent, 'draft' | 'diagnostics'>,
  { phrases, claims }: Composing,
): string[] {
  // Words are not looked for in another language.
  const isForeign = summary.every(({ quotedLanguage }) => quotedLanguage !== undefined);
  const told = isForeign
    ? describe(diagnostics, phrases, 'QUESTION_LANGUAGE', 'EVIDENCE_LANGUAGE')
    : describe(diagnostics, phrases, 'SUBJECT_NOT_COVERED');
  return [
    ...(summary.every(claims.isUntrusted) ? [phrases.onlyUntrusted] : []),
    ...(missingSubject === null && !isForeign ? [phrases.allWordsFound] : told),
    ...wordless(summary, { phrases, claims }),
  ];
}

/** Places that were found by their meaning, or by parts of words. In code no word is marked. */
function wordless(summary: readonly Claim[], { phrases, claims }: Composing): string[] {
  const places = summary.filter(({ isPassage, quotedLanguage }) => isPassage === true && quotedLanguage === undefined);
  const without = places.map(claims.read).filter(({ text, pieces }) => {
    return !text.includes('`') && pieces.every(({ isBold }) => !isBold);
  });
  const marks = without.flatMap(({ citations: [citation] }) => (citation === undefined ? [] : `[${citation.number}]`));
  return marks.length === 0 ? [] : [phrases.wordless(marks.join(', '))];
}

/** The passages among the claims, below a heading of their own, and of several tasks below each of these. @param opening stands above them */
export function composePassages(
  said: readonly Claim[],
  { phrases, claims }: Composing,
  opening: readonly DocumentBlock[] = [],
): DocumentPart[] {
  const byTask = Map.groupBy(
    said.filter(({ isPassage }) => isPassage === true),
    claims.taskOf,
  );
  if (byTask.size === 0) return [];
  const found = [...byTask].flatMap(([task, passages]): DocumentBlock[] => [
    ...(task === '' ? [] : [{ kind: 'heading' as const, text: task }]),
    ...listOfClaims(passages.map(claims.read), 'passage'),
  ]);
  return part('passages', phrases.passages, [...opening, ...found]);
}

/**
 * Says that there is no answer, and why.
 *
 * @param searched says where it was looked for
 */
export function composeRefusal(
  content: AnsweredContent,
  { phrases, claims }: Composing,
  searched: readonly string[],
): DocumentBlock[] {
  const { draft, diagnostics } = content;
  const say = (...codes: readonly Diagnostic['code'][]) => describe(diagnostics, phrases, ...codes);
  return [
    paragraph([noAnswer(diagnostics, phrases), ...say('SUBJECT_NOT_COVERED')].join(' ')),
    ...say('READ_IN_PART').map(paragraph),
    ...say('QUESTION_LANGUAGE', 'EVIDENCE_LANGUAGE').map(paragraph),
    ...searched.map(paragraph),
    ...(citedClaims(draft).some(claims.isUntrusted) ? [paragraph(phrases.untrustedBelow)] : []),
  ];
}

function describe(
  diagnostics: readonly Diagnostic[],
  phrases: ReportPhrases,
  ...codes: readonly Diagnostic['code'][]
): string[] {
  return diagnostics.filter(({ code }) => codes.includes(code)).map(phrases.diagnostic);
}

/** That there is no answer: in the documents, in what was read of them, or because nothing was. */
function noAnswer(diagnostics: readonly Diagnostic[], phrases: ReportPhrases): string {
  const unread = diagnostics.find((diagnostic) => diagnostic.code === 'READ_IN_PART');
  if (unread?.readNothing === true) return phrases.nothingRead;
  return unread === undefined ? phrases.nothingFound : phrases.nothingFoundInPart;
}

/** The blocks of a section in the order of their first claims. A claim that has lost its table is an entry below it. */
export function sectionBlocks(claims: readonly Claim[], read: CitedClaims['read']): DocumentBlock[] {
  const groups = Map.groupBy(claims, ({ placement }) => `${placement?.block ?? ''} ${placement?.form ?? 'list'}`);
  return [...groups.values()].flatMap((group): DocumentBlock[] => {
    switch (group[0]?.placement?.form ?? 'list') {
      case 'paragraph':
        return [{ kind: 'paragraph', inlines: prose(group.map(read)) }];
      case 'code':
        return [{ kind: 'code', claims: group.map(read), language: languageOf(group) }];
      case 'list':
        return [{ kind: 'list', items: entriesOf(group).map((entry) => itemOf(entry, read)) }];
      case 'table':
        return [tableOf(group, read)];
    }
  });
}

function itemOf({ claims, number, below }: Entry, read: CitedClaims['read']): ListItem {
  const own = claims.map(read);
  const inlines = own[0]?.isPassage === true ? own.map((claim): Inline => ({ kind: 'passage', claim })) : prose(own);
  return { inlines, number, below: below.map((entry) => itemOf(entry, read)) };
}

function languageOf([first]: readonly Claim[]): string {
  return (first?.placement?.form === 'code' ? first.placement.language : undefined) ?? '';
}

/** Columns in the order of the head; without one, and rows, in the order in which they are first named. */
function tableOf(claims: readonly Claim[], read: CitedClaims['read']): DocumentBlock {
  const placed = claims.flatMap((claim) => (claim.placement?.form === 'table' ? [{ claim, ...claim.placement }] : []));
  const [names = '', ...heads] = placed[0]?.head ?? [];
  const named = new Set(placed.map(({ column }) => column));
  const columns = [...new Set([...heads.filter((name) => named.has(name)), ...named])];
  const rows = [...Map.groupBy(placed, ({ row }) => row)].map(([name, ofRow], _, all): Cell[] => [
    [givenWords(labelOf(name, all))],
    ...columns.map((name): Cell => {
      const found = ofRow.find(({ column }) => column === name);
      return found === undefined ? [words(UNKNOWN)] : [{ kind: 'claim', claim: read(found.claim) }];
    }),
  ]);
  return { kind: 'table', head: [names, ...columns].map((name) => name.trim()), rows };
}

/** Rows of one name were numbered to tell them apart. */
function labelOf(name: string, rows: readonly (readonly [string, unknown])[]): string {
  const own = /^(.+) \(\d+\)$/su.exec(name)?.[1];
  return own !== undefined && rows.some(([other]) => other === own) ? own : name;
}

/** Stands where the evidence says nothing. */
export const UNKNOWN = '–';
