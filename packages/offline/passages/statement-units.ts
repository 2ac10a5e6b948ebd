import { NO_LANGUAGE } from '@plumbline/language/detection';
import { splitSentences } from '@plumbline/language/sentences';
import { sourceOfAll } from '@plumbline/language/word-patterns';
import { splitBlocks } from '@plumbline/text/markdown-blocks';
import { readableText } from '@plumbline/text/readable-text';
import { statedText } from './code-prose.ts';
import { unitsOutsideProse } from './outside-prose.ts';
import {
  entriesOf,
  type Entry,
  isComplete,
  isFragment,
  leansOnPredecessor,
  type Span,
  type StatementUnit,
} from './passage-entries.ts';

const SHORTEST = 20;
const LONGEST = 1_200;

const BOILERPLATE: readonly RegExp[] = [
  // Navigation, tables of contents, pointers without content of their own.
  new RegExp(String.raw`^(?:${sourceOfAll(({ navigation }) => navigation)})\b.{0,80}$`, 'iu'),
  /(?:\.\s?){6}\s*\d*$/u,
  /^(?:import|export|const|let|var|return|require|npm|\$)\s/u,
  // Records about a text, not its content.
  new RegExp(String.raw`^\(?(?:${sourceOfAll(({ recordLabels }) => recordLabels)})\b\s*:`, 'iu'),
  new RegExp(String.raw`(?:\bcopyright\b|©|${sourceOfAll(({ rightsReserved }) => rightsReserved)})`, 'iu'),
  new RegExp(String.raw`^\W*\(?(?:${sourceOfAll(({ omissions }) => omissions)})\)?\W*$`, 'iu'),
  new RegExp(String.raw`^(?:${sourceOfAll(({ footnotes }) => footnotes)})\b`, 'iu'),
];

interface Piece extends Span, Pick<Entry, 'isListItem' | 'column'> {
  readonly text: string;
  /** Whether it is the first piece of its entry. */
  readonly opensEntry: boolean;
}

const LONGEST_UNIT = 700;

/** "It listens on port 9100:" says something by itself, unless a list completes it. */
const LEAD_IN = /[:：]["”“*_`)]*$/u;

const LIST_MARKER_ONLY = /^[\s>]*(?:(?:[-*+•]|\d{1,4}[.)]|[a-z]{1,3}\))\s*)?$/;

/**
 * All statements of a passage: sentences, pairs that belong together, list entries with or without their introduction,
 * table rows, blocks of code, facts in a list ("Default: 3"). Struck or hidden text is not a statement of its own, but stays
 * inside the statement around it. A text for programs states only what {@link statedText} leaves of it.
 */
export function statementUnits(source: string, language: string): StatementUnit[] {
  const passage = statedText(source, language);
  const blocks = splitBlocks(passage);
  const entries = entriesOf(passage, blocks);
  const pieces = piecesOf(passage, language, entries);
  const distinct = new Map<string, StatementUnit>();
  for (const index of pieces.keys()) {
    for (const { start, end, size, introduction } of unitsEndingAt(passage, pieces, index)) {
      if (end - start > LONGEST_UNIT) continue;
      distinct.set(`${start}:${end}`, {
        start,
        end,
        size,
        introduction,
        isProse: true,
        text: passage.slice(start, end),
      });
    }
  }
  return [
    ...[...distinct.values()].filter(({ text }) => !isBoilerplate(text)),
    ...(language === NO_LANGUAGE ? [] : unitsOutsideProse(passage, blocks, entries)),
  ].map((unit) => ({ ...unit, text: source.slice(unit.start, unit.end) }));
}

function piecesOf(passage: string, language: string, entries: readonly Entry[]): Piece[] {
  const sentences = splitSentences(passage, language).filter(({ kind }) => kind === 'prose');
  return entries.flatMap((entry) => {
    const { isListItem, column } = entry;
    const inside = sentences.filter(({ start, end }) => start >= entry.start && end <= entry.end);
    const spans: readonly Span[] = isOneStatement(passage, entry) ? [entry] : inside;
    return spans.map(({ start, end }, index) => ({
      start,
      end,
      isListItem,
      column,
      text: passage.slice(start, end),
      opensEntry: index === 0,
    }));
  });
}

/**
 * Whether an entry is one statement: it has several paragraphs or explains a name ("`timeout` {number} … Default:
 * `0`.").
 */
function isOneStatement(passage: string, entry: Entry): boolean {
  if (!entry.isListItem || entry.end - entry.start > LONGEST_UNIT) return false;
  return entry.blocks > 1 || /^(?:\*\*|__)?[`*]/.test(passage.slice(entry.start, entry.end));
}

type Unit = Omit<StatementUnit, 'text' | 'isProse'>;

function unitsEndingAt(passage: string, pieces: readonly Piece[], index: number): Unit[] {
  const piece = pieces[index];
  if (piece === undefined) return [];
  const lead = leadOf(passage, pieces, index);
  const from = (first: number): Unit => ({
    start: pieces[first]?.start ?? piece.start,
    end: piece.end,
    size: index - first + 1,
    introduction: introductionTo(pieces, first),
  });
  const leadsIntoCode = LEAD_IN.test(piece.text) && pieces[index + 1]?.isListItem !== true;
  const stands = isComplete(piece.text) || piece.isListItem || leadsIntoCode;
  if (lead < index) return stands ? [from(lead), from(index)] : [from(lead)];

  const previous = pieces[index - 1];
  const pairs = previous !== undefined && !piece.opensEntry && isComplete(previous.text);
  return [...(stands ? [from(index)] : []), ...(pairs ? [from(index - 1)] : [])];
}

/** Words that apply to a list entry: the entries that contain it and the paragraph before the list. */
function introductionTo(pieces: readonly Piece[], index: number): string {
  const piece = pieces[index];
  if (piece === undefined || !piece.isListItem) return '';
  const parents: string[] = [];
  let { column } = piece;
  for (let above = index - 1; above >= 0 && column > 0; above -= 1) {
    const candidate = pieces[above];
    if (candidate === undefined || candidate.column >= column) continue;
    if (isComplete(candidate.text)) break;
    parents.unshift(candidate.text);
    column = candidate.isListItem ? candidate.column : 0;
  }
  return parents.join(' ');
}

/** Start of the statement of this piece: the introduction of its list, or the sentence that it refers to. */
function leadOf(passage: string, pieces: readonly Piece[], index: number): number {
  const piece = pieces[index];
  const previous = pieces[index - 1];
  if (piece === undefined || previous === undefined) return index;
  if (piece.opensEntry && !LIST_MARKER_ONLY.test(passage.slice(previous.end, piece.start))) return index;
  if (piece.isListItem && piece.opensEntry) return isFragment(piece.text) ? introductionOf(pieces, index) : index;
  if (!previous.isListItem && !isComplete(previous.text)) return index - 1;
  return !piece.opensEntry && leansOnPredecessor(piece.text) ? index - 1 : index;
}

function introductionOf(pieces: readonly Piece[], index: number): number {
  for (let lead = index - 1; lead >= 0; lead -= 1) {
    const candidate = pieces[lead];
    if (candidate !== undefined && !candidate.isListItem) return isComplete(candidate.text) ? index : lead;
  }
  return index;
}

/**
 * Whether a text states nothing: it is too short or too long, a question, navigation, code, a record, or only links.
 */
export function isBoilerplate(text: string): boolean {
  const readable = readableText(text);
  if (readable.length < SHORTEST || readable.length > LONGEST) return true;
  if (readable.endsWith('?')) return true;
  if (BOILERPLATE.some((pattern) => pattern.test(readable))) return true;
  const words = readable.match(/\p{L}{2,}/gu) ?? [];
  return words.length < 4 || linkShare(text) > 0.7;
}

/** Share of the characters that belong to links and addresses. */
function linkShare(text: string): number {
  const links = text.match(/\[[^\]]{0,1000}\](?:\([^)]{0,1000}\)|\[[^\]]{0,1000}\])|https?:\/\/\S+/g) ?? [];
  return links.join('').length / text.length;
}
