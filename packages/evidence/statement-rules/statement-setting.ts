import { type Claim, statementOf } from '@plumbline/contracts/evidence/claim';
import { sourceOfAll } from '@plumbline/language/word-patterns';
import { enumeratedIn } from '../claims/figure-support.ts';

/** What the rest of its part gives a statement. */
export interface StatementSetting {
  /** How many things the part lists: entries, rows, columns, parts of an enumeration. */
  readonly counted: ReadonlySet<number>;
  /** Figures that the row of a cell computes with. */
  readonly computed: readonly string[];
  /** It is a cell of a table that computes: its row names a case that is supposed. */
  readonly isSupposed: boolean;
  /** The sentences of the part and what it computes. */
  readonly said: string;
}

export const ALONE: StatementSetting = { counted: new Set(), computed: [], isSupposed: false, said: '' };

/** Reads a part once for all its statements. */
export function createSettings(claims: readonly Claim[]): (claim: Claim) => StatementSetting {
  const blocks = Map.groupBy(claims, blockOf);
  const listed = [...blocks.values()].flatMap(sizesOf);
  const said = claims
    .filter(({ placement }) => placement?.form !== 'code')
    .map(wordsOf)
    .join('\n');
  return (claim) => {
    const isCell = claim.placement?.form === 'table';
    const at = claims.indexOf(claim);
    const near = claims.slice(Math.max(0, at - 1), at + 2).flatMap(({ text }) => [...enumeratedIn(text)]);
    const table = isCell ? (blocks.get(blockOf(claim)) ?? []) : [];
    const row = table.filter((cell) => rowOf(cell) === rowOf(claim));
    return {
      // A cell speaks of its row, a sentence may speak of what is listed beside it.
      counted: new Set(isCell ? [] : [...listed, ...near]),
      computed: row.flatMap(({ derivation }) =>
        derivation === undefined ? [] : [derivation.expression, derivation.result],
      ),
      isSupposed: table.some(({ derivation }) => derivation !== undefined),
      said,
    };
  };
}

function wordsOf(claim: Claim): string {
  return [statementOf(claim, true), claim.derivation?.result ?? ''].join(' ');
}

function sizesOf(block: readonly Claim[]): number[] {
  const form = block[0]?.placement?.form ?? 'list';
  if (form === 'list') return [block.length];
  if (form !== 'table') return [];
  const columns = new Set(block.map(({ placement }) => (placement?.form === 'table' ? placement.column : '')));
  return [new Set(block.map(rowOf)).size, columns.size];
}

function blockOf({ placement }: Claim): string {
  return `${placement?.form} ${placement?.block}`;
}

function rowOf({ placement }: Claim): string {
  return placement?.form === 'table' ? placement.row : '';
}

const STEP = new RegExp(
  String.raw`(?<!\p{L})(?:${sourceOfAll(({ steps }) => steps)})\s+\d{1,2}(?:\s*(?:,|–|-|${sourceOfAll(({ numberListJoints }) => numberListJoints)})\s*\d{1,2})*(?![\p{L}\p{N}])`,
  'giu',
);

/** A text without what it says of steps that its part lists: "steps 1 to 3". */
export function withoutOwnSteps(text: string, { counted }: StatementSetting): string {
  const last = Math.max(0, ...counted);
  const isOwn = (step: string): boolean => (step.match(/\d+/gu) ?? []).every((number) => Number(number) <= last);
  return text.replace(STEP, (step) => (isOwn(step) ? step.replaceAll(/\d/gu, ' ') : step));
}

const SECTION = String.raw`\d{1,4}[a-z]?(?![\p{L}\p{N}])`;
/** "§ 80", "§§ 1, 2 und 3". */
const SECTIONS = new RegExp(
  String.raw`§{1,2}\s*${SECTION}(?:\s*(?:,|–|-|${sourceOfAll(({ numberListJoints }) => numberListJoints)})\s*${SECTION})*`,
  'giu',
);
const NUMBER = new RegExp(SECTION, 'giu');

/**
 * A text without the names of sections that the report rests on: "§ 80" names a rule and states no figure.
 *
 * @param places headings of all passages of the report
 */
export function withoutReadSections(text: string, places: string): string {
  const numbersIn = (words: string): string[] => words.match(NUMBER) ?? [];
  const read = new Set((places.match(SECTIONS) ?? []).flatMap(numbersIn));
  return text.replace(SECTIONS, (names) =>
    numbersIn(names).every((number) => read.has(number)) ? names.replaceAll(/[^§]/gu, ' ') : names,
  );
}
