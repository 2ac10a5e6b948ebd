import type { FigureBlock } from './figure-block.ts';
import { lossOf, type PassageFate } from './funnel.ts';
import type { QuestionFigures } from './question-figures.ts';
import { type Count, shareOf } from './share.ts';

interface FigureRow {
  readonly name: string;
  readonly show: (block: FigureBlock) => string;
  /** The offline aim; empty without one. */
  readonly aim: string;
}

const TIERS = [1, 2, 3] as const;

const ROWS: readonly FigureRow[] = [
  { name: 'answerable', show: ({ answerable }) => String(answerable), aim: '' },
  { name: 'phraseQuoted', show: ({ phraseQuoted }) => showShare(phraseQuoted), aim: 'de ≥ 0.85' },
  { name: 'mustContain', show: ({ mustContain }) => showShare(mustContain), aim: 'de ≥ 0.80' },
  { name: 'mustContainEntries', show: ({ mustContainEntries }) => showShare(mustContainEntries), aim: '' },
  { name: 'firstSentenceAnswers', show: ({ firstSentenceAnswers }) => showShare(firstSentenceAnswers), aim: '' },
  { name: 'driftShare', show: ({ driftShare }) => showShare(driftShare), aim: '< 0.20' },
  { name: 'residualDrift', show: ({ residualDrift }) => showShare(residualDrift), aim: '≤ 0.40' },
  { name: 'languagePurity', show: ({ languagePurity }) => showShare(languagePurity), aim: '1.000' },
  { name: 'quoteExactness', show: ({ quoteExactness }) => showShare(quoteExactness), aim: '1.000' },
  { name: 'traceable', show: ({ traceable }) => showShare(traceable), aim: '1.000' },
  { name: 'clarificationUsed', show: ({ clarificationUsed }) => showShare(clarificationUsed), aim: '≥ 0.80' },
  { name: 'queryAdherence', show: ({ queryAdherence }) => showNumber(queryAdherence), aim: '≥ 95' },
  { name: 'unanswerableRecognised', show: (block) => showCount(block.unanswerableRecognised), aim: 'all' },
  { name: 'answerableRefused', show: (block) => showCount(block.answerableRefused), aim: '≤ 0.03' },
  { name: 'ambiguousAsked', show: (block) => showCount(block.ambiguousAsked), aim: '≥ 2 of 3' },
  { name: 'needlesslyAsked', show: (block) => showCount(block.needlesslyAsked), aim: '' },
  {
    name: 'crossLanguage said so',
    show: ({ crossLanguage: { saidSo, n } }) => showCount({ count: saidSo, n }),
    aim: 'all',
  },
  {
    name: 'precision of tier 1 / 2 / 3',
    show: ({ precisionPerTier }) => TIERS.map((tier) => showCountShare(precisionPerTier[tier])).join(' / '),
    aim: '',
  },
  { name: 'failed runs', show: ({ failedRuns }) => String(failedRuns), aim: '0' },
  { name: 'secondsPerQuestion', show: ({ secondsPerQuestion }) => showNumber(secondsPerQuestion), aim: '' },
];

/** One column for each block, in the given order, and the aims where they are wanted. */
export function renderBlocks(blocks: Readonly<Record<string, FigureBlock>>, withAims = true): string {
  const rows = ROWS.map(({ name, show, aim }) => [
    name,
    ...Object.values(blocks).map(show),
    ...(withAims ? [aim] : []),
  ]);
  return renderTable(['figure', ...Object.keys(blocks), ...(withAims ? ['aim'] : [])], rows);
}

/** A Markdown table whose columns stand below each other in a terminal. */
export function renderTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, i) => (cells[i] ?? '').padEnd(width)).join(' | ')} |`;
  return [line(header), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join('\n');
}

/** A summary of one question on one line. */
export function renderQuestion(figures: QuestionFigures): string {
  const { question, phrases, entries, firstSentenceAnswers, residualDrift, dropped, seconds, askedBack } = figures;
  const verdicts = [
    ...(figures.failure === null ? [] : [`FAILED (${figures.failure})`]),
    ...(question.unanswerable
      ? [figures.unanswerableRecognised === true ? 'says that there is no answer' : 'ANSWERS THE UNANSWERABLE']
      : [`phrases ${showCount(phrases)}`, `entries ${showCount(entries)}`]),
    ...(firstSentenceAnswers === true ? ['answered at once'] : []),
    ...(figures.answerableRefused === true ? ['refused'] : []),
    ...(residualDrift.n > 0 ? [`off the mark ${showCount(residualDrift)}`] : []),
    ...(dropped.n > 0 ? [`dropped ${showCount(dropped)}`] : []),
    ...(figures.ambiguousAsked === false ? ['DID NOT ASK BACK (repeated with the clarification)'] : []),
    ...(askedBack.length > 0 ? [`${question.ambiguous ? 'asked' : 'ASKED NEEDLESSLY'}: ${askedBack.join(' / ')}`] : []),
    ...(figures.clarificationUsed === false ? ['CLARIFICATION UNUSED'] : []),
    ...(figures.evidenceLanguageSaid === false ? ['EVIDENCE LANGUAGE UNSAID'] : []),
    ...figures.passages.flatMap(describeMiss),
    ...figures.foreignSentences.map((sentence) => `OTHER LANGUAGE: ${sentence}`),
    ...figures.faults.map((fault) => `FAULT: ${fault}`),
  ];
  return `${question.id}  ${question.language}  ${seconds.toFixed(1)} s  ${verdicts.join('; ')}`;
}

function describeMiss(fate: PassageFate): string[] {
  const loss = lossOf(fate);
  if (loss === null) return [];
  const { file, section } = fate.expected;
  return [`missed ${file} ${section} (${loss}${fate.rank === null ? '' : `, rank ${fate.rank}`})`];
}

export function showShare(share: number | null): string {
  return share === null ? '–' : share.toFixed(3);
}

export function showCount({ count, n }: Count): string {
  return n === 0 ? '–' : `${count} of ${n}`;
}

function showCountShare(count: Count): string {
  const share = shareOf(count);
  return share === null ? '–' : `${share.toFixed(2)} of ${count.n}`;
}

function showNumber(value: number | null): string {
  return value === null ? '–' : value.toFixed(1);
}
