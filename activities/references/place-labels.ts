import type { PlaceKind } from './reference.ts';
import { romanToNumber } from './work-naming.ts';

/** The label of a place in a heading; `kind` is null for a bare number ("5.4 Options"). */
export interface PlaceLabel {
  readonly kind: PlaceKind | null;
  readonly number: string;
}

const NUMBER = String.raw`(\d+[a-z]{0,2}(?:\.\d+[a-z]?)*|[IVXLC]+|[A-Z]\d{0,2})`;
const LABELS: readonly (readonly [PlaceKind, string])[] = [
  ['section', '§+|section|sec\\.'],
  ['article', 'art\\.?|artikel|article'],
  ['annex', 'anlage|anhang|annex|appendix'],
  ['subdivision', 'unterabschnitt|subsection'],
  ['division', 'abschnitt'],
  ['chapter', 'kapitel|chapter'],
  ['part', 'teil|part'],
  ['title', 'titel|title'],
  ['table', 'tabelle|tab\\.|table'],
  ['figure', 'abbildung|abb\\.|figure|fig\\.'],
  ['page', 'seite|page'],
];
const LABELLED = LABELS.map(([kind, label]) => ({
  kind,
  pattern: new RegExp(String.raw`^[\s*_>#|-]*(?:${inEitherCase(label)})\s*${NUMBER}(?![\p{L}\p{N}])`, 'u'),
  // "Dritter Abschnitt", "2. Unterabschnitt"
  ordinal: new RegExp(String.raw`^[\s*_>#|-]*(\d+\.|\p{L}+)\s+(?:${inEitherCase(label)})(?!\p{L})`, 'u'),
}));
const BARE = /^[\s*_#]*(\d+(?:\.\d+)*)\.?\s+\p{L}/u;

const ORDINALS = [
  ['erste', 'first'],
  ['zweite', 'second'],
  ['dritte', 'third'],
  ['vierte', 'fourth'],
  ['fünfte', 'fifth'],
  ['sechste', 'sixth'],
  ['siebte', 'seventh'],
  ['achte', 'eighth'],
  ['neunte', 'ninth'],
  ['zehnte', 'tenth'],
  ['elfte', 'eleventh'],
  ['zwölfte', 'twelfth'],
] as const;

/** The label at the start of a heading or a line; null if there is none. */
export function placeLabelOf(line: string): PlaceLabel | null {
  for (const { kind, pattern, ordinal } of LABELLED) {
    const number = pattern.exec(line)?.[1] ?? ordinalNumber(ordinal.exec(line)?.[1]);
    if (number !== undefined) return { kind, number: sameNumber(number) };
  }
  const bare = BARE.exec(line)?.[1];
  return bare === undefined ? null : { kind: null, number: bare };
}

/** Writes equal numbers alike: "II" as "2", "1A" as "1a". */
export function sameNumber(number: string): string {
  return /^[IVXLC]+$/u.test(number) && !/^[CL]$/u.test(number) ? String(romanToNumber(number)) : number.toLowerCase();
}

function ordinalNumber(word: string | undefined): string | undefined {
  if (word === undefined) return undefined;
  if (/^\d+\.$/u.test(word)) return word.slice(0, -1);
  const index = ORDINALS.findIndex((names) => names.includes(word.toLowerCase().replace(/[rsnm]$/u, '') as never));
  return index === -1 ? undefined : String(index + 1);
}

function inEitherCase(label: string): string {
  return label.replace(/(?<=^|\|)\p{Ll}/gu, (letter) => `[${letter}${letter.toUpperCase()}]`);
}
