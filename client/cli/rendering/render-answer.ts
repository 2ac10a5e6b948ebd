import type { AnswerResult } from '@plumbline/contracts/answers/answer';
import type { Card } from '@plumbline/contracts/answers/catalogue';
import { shownPage } from '@plumbline/contracts/evidence/shown-page';
import type { ShownSources } from '@plumbline/contracts/evidence/source-registry';
import type { Token, Tokens } from 'marked';
import type { Paint } from '../terminal/output.ts';
import { hang, present, renderList, toPlainLine, truncate } from '../terminal/text-layout.ts';
import { renderPlaces } from './render-places.ts';
import { causesOf, renderInTerminal } from './render-report.ts';

export interface AnswerLayout {
  /** Null: not a terminal. */
  readonly columns: number | null;
  readonly paint: Paint;
  readonly sources: ShownSources;
  /** Shows every place that was found whole. */
  readonly isFull: boolean;
}

const PLAIN_WIDTH = 100;
/** Lines of a screen for places and notes; the last is for what can be cited later. */
const SCREEN = 24;

const ENGLISH = {
  understood: 'Understood as',
  sources: 'Sources',
  assumed: 'Assumed',
  notes: 'Notes',
  suggestions: 'You could ask',
  notCited: 'not cited',
  times: 'times',
  question: 'a question, not an answer',
  confidence: { strong: 'confidence: strong', medium: 'confidence: medium', weak: 'confidence: weak' },
  noSources: 'no sources',
  answeredBefore: 'answered before',
  modelCalls: 'model calls',
};
const GERMAN: typeof ENGLISH = {
  understood: 'Verstanden als',
  sources: 'Quellen',
  assumed: 'Angenommen',
  notes: 'Hinweise',
  suggestions: 'Sie könnten fragen',
  notCited: 'nicht zitiert',
  times: 'mal',
  question: 'eine Rückfrage, keine Antwort',
  confidence: { strong: 'Sicherheit: hoch', medium: 'Sicherheit: mittel', weak: 'Sicherheit: gering' },
  noSources: 'ohne Quellen',
  answeredBefore: 'schon einmal beantwortet',
  modelCalls: 'Modellaufrufe',
};

/** In the language of the answer; languages without labels of their own get the English ones. */
function labelsFor(language: string): typeof ENGLISH {
  return language === 'de' ? GERMAN : ENGLISH;
}

/** An answer as a person reads it: what was understood, the answer, its items and sources, and what could come next. */
export async function renderAnswer(answer: AnswerResult, layout: AnswerLayout): Promise<string> {
  const { columns, paint, sources, isFull } = layout;
  const width = columns ?? PLAIN_WIDTH;
  const { interpretation, message, notes, summary } = answer;
  const { rewrittenPrompt, language } = interpretation;
  const labels = labelsFor(language);
  // A model that failed stands first, once.
  const untold = answer.degradations.filter(({ cause }) => ![summary, ...notes].some((said) => said.includes(cause)));
  const isRewritten = rewrittenPrompt !== message && !answer.needsClarification;
  return [
    ...(isRewritten ? [paint('dim', `${labels.understood}: ${toPlainLine(rewrittenPrompt)}`), ''] : []),
    ...(await said(answer, layout)),
    ...(answer.ui.showCards ? await renderCards(answer, paint) : []),
    ...(answer.found === null ? listSources(answer, sources, width) : []),
    ...renderList(
      labels.assumed,
      answer.assumed.map(({ label, value }) => `${label}: ${String(value)}`),
      width,
    ),
    ...renderNotes([...notes, ...causesOf(untold, labels.times)], answer, layout),
    ...renderList(labels.suggestions, answer.followUpSuggestions, width),
    ...(answer.found === null || isFull ? [''] : []),
    paint('dim', facts(answer, labels)),
  ].join('\n');
}

/** The places of a search, what is asked back, or the answer. */
async function said(answer: AnswerResult, { columns, paint, isFull }: AnswerLayout): Promise<string[]> {
  const { found, summary, needsClarification, notes, degradations, interpretation } = answer;
  if (found !== null) {
    const lines = SCREEN - notes.length - degradations.length;
    const origin = { ...answer, language: interpretation.language };
    return renderPlaces(found, origin, { width: columns ?? PLAIN_WIDTH, paint, isFull, lines });
  }
  return [(await renderInTerminal(needsClarification ? clarification(answer) : summary, columns)).trim()];
}

/** Below places, a line each: they are to stay on one screen. */
function renderNotes(
  notes: readonly string[],
  { found, interpretation }: AnswerResult,
  layout: AnswerLayout,
): string[] {
  const width = layout.columns ?? PLAIN_WIDTH;
  if (found === null || layout.isFull) {
    return renderList(labelsFor(interpretation.language).notes, notes, width, { longest: 5 });
  }
  return notes.map((note) => layout.paint('dim', truncate(toPlainLine(note), width)));
}

/** Questions, never an answer. */
function clarification({ summary, clarificationQuestions }: AnswerResult): string {
  return clarificationQuestions.length < 2 ? summary : clarificationQuestions.map((text) => `- ${text}`).join('\n');
}

/** `[1] label — detail · page 3 · heading` */
function listSources(
  { sources, citations, interpretation }: AnswerResult,
  shown: ShownSources,
  width: number,
): string[] {
  const listed = sources.filter(({ number }) => shown === 'all' || number !== null);
  if (listed.length === 0) return [];
  const labels = labelsFor(interpretation.language);
  const cited = new Map(citations.map((citation) => [citation.number, citation]));
  const lines = listed.flatMap(({ number, label, detail, type }) => {
    const place = type === 'file' ? [] : placeOf(cited.get(number ?? 0));
    const text = [`${label} — ${detail}`, ...place].join(' · ') + (number === null ? ` (${labels.notCited})` : '');
    return hang(`  [${number ?? '–'}] `, text, width);
  });
  return ['', `${labels.sources}:`, ...lines];
}

/** Where a document without lines says it. */
function placeOf(citation: AnswerResult['citations'][number] | undefined): string[] {
  const { page = null, headingPath = [], quote } = citation ?? {};
  return [page === null ? '' : shownPage(page, quote?.recognised), headingPath.join(' › ')].filter(Boolean);
}

/** `chat-lamps-3f9a21:2 · confidence: strong · answered before` */
function facts(answer: AnswerResult, labels: typeof ENGLISH): string {
  const { answerId, ui, isCached, isUngrounded, needsClarification, engine, usage } = answer;
  const rests = isUngrounded
    ? labels.noSources
    : ui.answerConfidence === null
      ? null
      : labels.confidence[ui.answerConfidence];
  return present(
    answerId,
    needsClarification ? labels.question : rests,
    isCached && labels.answeredBefore,
    engine === 'model' && `${usage.modelCalls} ${labels.modelCalls}`,
  ).join(' · ');
}

type Shown = Pick<AnswerResult, 'summary' | 'cards' | 'citations'>;

/**
 * The items below an answer. If the answer's table already has a row for an item, only what neither table nor sources
 * show.
 */
export async function renderCards({ summary, cards, citations }: Shown, paint: Paint): Promise<string[]> {
  const rowOf = await rowsIn(summary);
  const addresses = new Set(citations.map(({ locator }) => locator));
  const subtitles = new Set(cards.map(({ subtitle }) => subtitle));
  return cards.flatMap((card) => {
    const row = rowOf(card);
    if (row === null) return renderCard(card, paint);
    const isSubtitleShown = subtitles.size === 1 || row.cells.includes(card.subtitle);
    const rest = {
      ...card,
      subtitle: isSubtitleShown ? '' : card.subtitle,
      fields: card.fields.filter(({ label }) => !row.headings.includes(label)),
      url: card.url !== null && addresses.has(card.url) ? null : card.url,
    };
    return rest.subtitle === '' && rest.fields.length === 0 && rest.url === null ? [] : renderCard(rest, paint);
  });
}

interface Row {
  readonly headings: readonly string[];
  readonly cells: readonly string[];
}

/** Finds the row of a card by the mark of its citation. */
async function rowsIn(summary: string): Promise<(card: Card) => Row | null> {
  if (!summary.includes('| --- |')) return () => null;
  const { Lexer } = await import('marked');
  const rows = Lexer.lex(summary).flatMap((token): Row[] => (isTable(token) ? rowsOf(token) : []));
  return ({ citation }) => rows.find(({ cells: [name = ''] }) => name.endsWith(` [${citation}]`)) ?? null;
}

function isTable(token: Token): token is Tokens.Table {
  return token.type === 'table';
}

function rowsOf({ header, rows }: Tokens.Table): Row[] {
  const headings = header.map(({ text }) => text);
  return rows.map((row) => ({ headings, cells: row.map(({ text }) => text) }));
}

function renderCard({ title, subtitle, fields, url, citation }: Card, paint: Paint): string[] {
  const mark = citation === null ? '' : ` [${citation}]`;
  const head = [paint('bold', toPlainLine(title)), toPlainLine(subtitle)].filter((part) => part !== '').join(', ');
  return [
    '',
    `  ${head}${mark}`,
    ...fields.map(({ label, value }) => `    ${toPlainLine(label)}: ${toPlainLine(value)}`),
    ...(url === null ? [] : [`    ${toPlainLine(url)}`]),
  ];
}
