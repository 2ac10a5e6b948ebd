import { splitSentences } from '@plumbline/language/sentences';
import { lexer, type Token, type Tokens } from 'marked';
import { citedNumbers, withMarksInside, withoutMarks } from './citation-marks.ts';
import { type ListedSource, readSourceList } from './source-list.ts';

/** A sentence, an entry of a list, or a cell of a table. */
export interface Statement {
  readonly form: 'sentence' | 'item' | 'cell';
  /** Without its marks of citation. */
  readonly text: string;
  /** The same with them. */
  readonly marked: string;
  /** Row and column of a cell; empty for others. */
  readonly place: string;
  readonly citations: readonly number[];
  /** It is part of the answer that opens the report. */
  readonly isOpening: boolean;
  /** It says what the report cannot say. */
  readonly isLimitation: boolean;
  /** A colon before its list says what the entries are. */
  readonly hasLead: boolean;
}

/** A report of any author, as far as its Markdown tells. */
export interface ReadReport {
  readonly title: string;
  /** Blocks of the body, without title and appendix. */
  readonly body: readonly Token[];
  readonly statements: readonly Statement[];
  readonly firstParagraph: string;
  readonly sources: readonly ListedSource[];
  /** Words of the body, and of sources and everything behind them. */
  readonly words: { readonly body: number; readonly appendix: number };
}

const SOURCES = /^(?:sources|references|citations|quellen|quellenverzeichnis|nachweise|belege|fundstellen)\b/iu;
const APPENDIX =
  /^(?:about this report|behind this report|clarifications and assumptions|über diesen bericht|hinter diesem bericht|klärungen und annahmen)\b/iu;
const LIMITATIONS =
  /limit|could not be answered|open questions|gaps|einschränkung|grenzen der|nicht beantwortet|lücken/iu;

/** @param language ISO 639-1 code of the report */
export function readReport(markdown: string, language: string): ReadReport {
  const tokens = lexer(markdown);
  const [first] = tokens;
  const hasTitle = first?.type === 'heading' && (first as Tokens.Heading).depth === 1;
  const parts = splitParts(hasTitle ? tokens.slice(1) : tokens);
  const opening = openingOf(parts.body);
  return {
    title: hasTitle ? (first as Tokens.Heading).text : '',
    body: parts.body,
    statements: statementsOf(parts.body, opening, language),
    firstParagraph: parts.body.find(isProse)?.raw ?? '',
    sources: readSourceList(rawOf(parts.sources)),
    words: { body: countWords(rawOf(parts.body)), appendix: countWords(rawOf([...parts.sources, ...parts.further])) },
  };
}

/** Words with at least a letter or digit; marks of citation are none. */
export function countWords(text: string): number {
  return withoutMarks(text).match(/[\p{L}\p{N}][\p{L}\p{N}'’_./-]*/gu)?.length ?? 0;
}

export function rawOf(tokens: readonly Token[]): string {
  return tokens.map(({ raw }) => raw).join('');
}

/** A heading of sources or of an appendix ends at the next heading that is no deeper. */
function splitParts(tokens: readonly Token[]) {
  const parts = { body: [] as Token[], sources: [] as Token[], further: [] as Token[] };
  let current: { readonly name: keyof typeof parts; readonly depth: number } = { name: 'body', depth: Infinity };
  for (const token of tokens) {
    if (token.type === 'heading' && token.depth <= current.depth) {
      const name = partOf((token as Tokens.Heading).text);
      current = { name, depth: name === 'body' ? Infinity : token.depth };
    }
    parts[current.name].push(token);
  }
  return parts;
}

function partOf(heading: string): 'body' | 'sources' | 'further' {
  if (SOURCES.test(heading)) return 'sources';
  return APPENDIX.test(heading) ? 'further' : 'body';
}

/** What stands before the first heading, or else below it. */
function openingOf(body: readonly Token[]): ReadonlySet<Token> {
  const headings = body.flatMap((token, index) => (token.type === 'heading' ? [index] : []));
  const [first = body.length, second = body.length] = headings;
  const hasAnswerBefore = body.slice(0, first).some(isProse);
  return new Set(body.slice(0, hasAnswerBefore ? first : second));
}

function isProse({ type }: Token): boolean {
  return type === 'paragraph' || type === 'list' || type === 'blockquote';
}

function statementsOf(body: readonly Token[], opening: ReadonlySet<Token>, language: string): Statement[] {
  let isLimitation = false;
  let before = '';
  return body.flatMap((token) => {
    if (token.type === 'heading') isLimitation = LIMITATIONS.test((token as Tokens.Heading).text);
    const where = { isOpening: opening.has(token), isLimitation, hasLead: /:\**\s*$/u.test(withoutMarks(before)) };
    if (token.type !== 'space') before = token.raw;
    return statementsIn(token, where, language);
  });
}

type Place = Pick<Statement, 'isOpening' | 'isLimitation' | 'hasLead'>;

/** The first column names the rows. A column of citations alone speaks for its whole row. */
function cellsOf({ header, rows }: Tokens.Table, place: Place): Statement[] {
  return rows.flatMap(([name, ...cells]) =>
    cells.map(({ text }, index) => {
      const cell = statementOf('cell', text, place);
      const isOfRow = cell.text === '' && cell.citations.length > 0;
      const where = [name?.text, isOfRow ? '' : header[index + 1]?.text].filter(Boolean).join(', ');
      const words = isOfRow ? cells.map((other) => withoutMarks(other.text)).filter(Boolean) : [cell.text];
      return { ...cell, text: words.join(', '), place: withoutMarks(where) };
    }),
  );
}

function statementsIn(token: Token, place: Place, language: string): Statement[] {
  if (token.type === 'table') {
    return cellsOf(token as Tokens.Table, place);
  }
  if (token.type === 'list') {
    return (token as Tokens.List).items.flatMap((item) => itemStatements(item, place, language));
  }
  if (token.type === 'paragraph' || token.type === 'text' || token.type === 'blockquote') {
    return sentencesOf(token.raw.replaceAll(/^\s*>\s?/gmu, ''), 'sentence', place, language);
  }
  return [];
}

function itemStatements({ tokens }: Tokens.ListItem, place: Place, language: string): Statement[] {
  return tokens.flatMap((token) =>
    token.type === 'text' ? sentencesOf(token.raw, 'item', place, language) : statementsIn(token, place, language),
  );
}

function sentencesOf(raw: string, form: 'sentence' | 'item', place: Place, language: string): Statement[] {
  return sentenceTexts(withMarksInside(raw.replaceAll(/\s+/gu, ' ').trim()), language)
    .map((text) => statementOf(form, text, place))
    .filter(({ text }) => countWords(text) > 0);
}

function statementOf(form: Statement['form'], text: string, place: Place): Statement {
  return { form, text: withoutMarks(text), marked: text, place: '', citations: citedNumbers(text), ...place };
}

/**
 * The sentences of a statement as texts. A mark within a word ends none: what follows "?" in an address would no longer look
 * like one.
 *
 * @param language ISO 639-1 code, or `und`
 */
function sentenceTexts(text: string, language: string): string[] {
  const spans: { start: number; end: number }[] = [];
  for (const { start, end } of splitSentences(text, language)) {
    const before = spans.at(-1);
    if (before !== undefined && before.end === start && /[.!?]$/.test(text.slice(0, start))) before.end = end;
    else spans.push({ start, end });
  }
  return spans.map(({ start, end }) => text.slice(start, end));
}
